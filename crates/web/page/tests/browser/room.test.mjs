// There is room for everything: what is told covers no board, what is looked at is in sight, and boards lie the right way.
import { after, before, test } from 'node:test';
import { LOOKS, startHouse } from './harness.mjs';

let house;
before(async () => {
  house = await startHouse();
});
after(() => house?.stop());

const [PHONE, , SCREEN] = LOOKS;
const TABLET = { theme: 'light', width: 820, height: 1180 };
const LONG =
  '1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d4 exd4 6. cxd4 Bb4+ 7. Nc3 Nxe4 8. O-O Bxc3 9. d5 Bf6 10. Re1 Ne7 *';

for (const locale of ['en-GB', 'fr-FR']) {
  test(`what is told covers neither board nor buttons, ${locale}`, async () => {
    for (const look of [PHONE, TABLET, SCREEN]) {
      const hands = await house.open({ ...look, locale });
      await hands.paste(LONG);
      await hands.paste('(;GM[4]SZ[15]RU[Renju];B[hh];W[hg];B[ig])');
      await hands.expectVisible('.notice.undo');
      await hands.expectApart('.notice.undo', '.board');
      await hands.expectApart('.notice.undo', '.side .walk');
      if (look === PHONE) await hands.expectApart('.notice.undo', '.phone-walk');
      await hands.expectWidth('.notice.undo', width => width >= 300);
      // The button is one line.
      await hands.expectWidth('#undo-last', width => width >= 60);
      await hands.expectNoOverflow();
      await hands.shot(`told-${locale.slice(0, 2)}-${look.width}`);
      await hands.close();
    }
  });

  test(`nothing sticks out of a small screen, ${locale}`, async () => {
    const hands = await house.open({ ...PHONE, locale });
    for (const record of [LONG, 'h8h9i9']) {
      await hands.paste(record);
      for (const tab of ['play', 'analyse', 'inside']) {
        await hands.tab(tab);
        await hands.expectNoOverflow();
      }
    }
    await hands.close();
  });
}

test('the move that is looked at stays in sight when another tab leaves less room', async () => {
  const hands = await house.open(SCREEN);
  await hands.paste(LONG);
  await hands.expectInSight('.move.here', '.moves');
  await hands.tab('analyse');
  await hands.click('label[for="analyse-on"]');
  await hands.expectVisible('.lines li');
  await hands.expectInSight('.move.here', '.moves');
  await hands.close();
});

test('the buttons to walk stay where they are when comment and keys are open', async () => {
  const hands = await house.open(SCREEN);
  await hands.paste(LONG);
  await hands.click('.node-tools summary');
  await hands.expectVisible('#comment');
  await hands.click('#panel-play .keys summary');
  await hands.expectBottom('.walk', bottom => bottom <= SCREEN.height);
  await hands.expectInSight('.walk', '.move-block');
  await hands.close();
});

test('a promotion is asked at its square, in four fields and no more', async () => {
  const hands = await house.open(SCREEN);
  await hands.paste('8/P6k/8/8/8/8/7K/8 w - - 0 1');
  await hands.clickSquare('a7');
  await hands.clickSquare('a8');
  await hands.expectVisible('.promotion');
  await hands.expectInSight('.promotion', '.board');
  await hands.shot('promotion');
  await hands.click('.promotion [data-piece="n"]');
  await hands.expectText('.move.here', 'a8=N');
  await hands.close();
});

test('a game of the other kind lies the right way round', async () => {
  const hands = await house.open(SCREEN);
  await hands.newGame(['game-gomoku', 'who-people'], { rule: 'renju', size: '15', opening: 'empty' });
  await hands.expectAttribute('.strip.bottom', 'data-side', 'black');
  await hands.paste(LONG);
  await hands.expectAttribute('.strip.bottom', 'data-side', 'white');
  await hands.press('f');
  await hands.expectAttribute('.strip.bottom', 'data-side', 'black');
  // Who has turned the board wants the next game so, too.
  await hands.paste('1. c4 *');
  await hands.expectAttribute('.strip.bottom', 'data-side', 'black');
  await hands.press('f');
  await hands.paste('h8h9i9');
  await hands.expectAttribute('.strip.bottom', 'data-side', 'black');
  await hands.close();
});

test('a new game shows what its opening asks for', async () => {
  const hands = await house.open(SCREEN);
  await hands.tab('analyse');
  await hands.newGame(['game-gomoku', 'who-people'], { rule: 'freestyle', size: '15', opening: 'swap2' });
  await hands.expectVisible('#panel-play .swap p');
  await hands.close();
});

test('moves of Gomoku have one number each, wherever they are told', async () => {
  const hands = await house.open({ ...SCREEN, locale: 'en-GB' });
  await hands.paste('(;GM[4]SZ[15]RU[Renju]PB[Numbered];B[hh];W[hg];B[ig];W[ih](;B[gf];W[ij])(;B[jf];W[kg]))');
  await hands.expectEach('.moves .number', text => ['1', '3', '5', '6'].includes(text.trim()));
  await hands.expectText('.variation', /5\. *j10/);
  // The list shows what is kept when it is opened.
  await hands.expectAttribute('html', 'data-kept', '6');
  await hands.click('#my-games');
  await hands.fill('#game-search', 'numbered');
  await hands.expectText('.games .game', /6 moves/);
  await hands.expectText('.games .game', /\d{1,2} \w{3,9} \d{4}/);
  await hands.close();
});

test('sounds are a setting, too', async () => {
  const hands = await house.open(PHONE);
  await hands.click('#settings');
  await hands.click('label[for="set-sound"]');
  await hands.expectChecked('#set-sound');
  await hands.reload();
  await hands.click('#settings');
  await hands.expectChecked('#set-sound');
  await hands.close();
});

test('all that a position has to say is in sight beside its board', async () => {
  const hands = await house.open(SCREEN);
  await hands.click('#editor');
  for (const part of ['[data-tool="x"]', '#editor-turn', 'label[for="castling-q"]']) {
    await hands.expectInSight(part, '#editor-dialog');
    await hands.expectApart(part, '#editor-dialog footer');
  }
  await hands.shot('editor-1280');
  await hands.press('Escape');
  await hands.newGame(['game-gomoku', 'who-people'], { rule: 'freestyle', size: '19', opening: 'empty' });
  await hands.click('#editor');
  await hands.expectInSight('#editor-turn', '#editor-dialog');
  await hands.expectApart('#editor-turn', '#editor-dialog footer');
  await hands.shot('editor-stones-1280');
  await hands.close();
});

test('nobody is asked for a move where two engines play', async () => {
  const hands = await house.open(SCREEN);
  await hands.expectVisible('#typed');
  await hands.newGame(['who-engines'], { movetime: '100', clock: 'none' });
  await hands.expectPlyAtLeast(1);
  await hands.expectGone('#typed');
  await hands.close();
});

test('what is shared can be read in its field', async () => {
  const hands = await house.open(SCREEN);
  await hands.click('#share');
  await hands.expectWidth('#share-link', width => width >= 360);
  await hands.expectWidth('#share-fen', width => width >= 360);
  await hands.close();
});
