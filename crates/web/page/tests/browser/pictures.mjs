// Makes the pictures of the README: `npm run pictures`, after a release build.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { LOOKS, startHouse } from './harness.mjs';

const FOLDER = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../../../docs/pictures');
const GAME = '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 11. Nbd2 Bb7 12. Bc2 Re8 13. Nf1 Bf8 14. Ng3 g6 15. a4 c5 16. d5 c4 17. Bg5 h6 18. Be3 Nc5 19. Qd2 h5 20. Bg5 Be7 21. Ra3 Nfd7 22. Bxe7 Rxe7 23. Qh6 Qf8 24. Qd2 *';

const house = await startHouse();
const picture = (hands, name) => hands.page.screenshot({ path: path.join(FOLDER, `${name}.png`) });
const deepEnough = (hands, depth) => hands.page.waitForFunction(wanted => /Depth (\d+)/.exec(document.querySelector('#panel-analyse .facts').textContent)?.[1] >= wanted, depth, { timeout: 300_000 });

async function chess() {
  const hands = await house.open(LOOKS[2]);
  await hands.newGame(['game-chess', 'who-people']);
  await hands.paste(GAME);
  await hands.tab('analyse');
  await hands.page.click('#review');
  await hands.page.waitForFunction(() => document.querySelector('#review').disabled === true);
  await hands.page.waitForFunction(() => document.querySelector('#review').disabled === false, undefined, { timeout: 300_000 });
  await hands.page.click('.move[data-ply="31"]');
  await hands.page.click('label[for="analyse-on"]');
  await deepEnough(hands, 16);
  await hands.page.waitForFunction(() => document.querySelectorAll('.lines li').length === 3);
  await hands.drawn();
  await picture(hands, 'chess-analysis');
  await hands.close();
}

async function ninuki() {
  const hands = await house.open(LOOKS[3]);
  await hands.newGame(['game-gomoku', 'who-people'], { rule: 'ninuki', size: '15', opening: 'empty' });
  await hands.paste('h8i9i8g8j8k8h9h10g7f6i7j6g9f10h7h6j9');
  await hands.tab('analyse');
  await hands.page.click('label[for="analyse-on"]');
  await deepEnough(hands, 9);
  await hands.drawn();
  await picture(hands, 'ninuki-analysis');
  await hands.close();
}

async function phone() {
  const hands = await house.open(LOOKS[0]);
  await hands.newGame(['game-chess', 'who-engine', 'side-white'], { clock: '300+3', level: '1500' });
  await hands.clickMove('e2', 'e4', 2);
  await hands.clickMove('g1', 'f3', 4);
  await hands.clickSquare('f1');
  await hands.drawn();
  await hands.page.evaluate(() => window.scrollTo(0, 0));
  await picture(hands, 'phone');
  await hands.close();
}

await chess();
await ninuki();
await phone();
await house.stop();
