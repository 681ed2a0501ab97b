// Makes the pictures of the README: `npm run pictures`, after a release build.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { LOOKS, startHouse } from './harness.mjs';

const FOLDER = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../../../docs/pictures');
// Morphy's game at the opera of Paris, 1858.
const GAME =
  '1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0';

const house = await startHouse();

async function chess() {
  const hands = await house.open(LOOKS[2]);
  await hands.newGame(['game-chess', 'who-people']);
  await hands.paste(GAME);
  await hands.tab('analyse');
  await hands.click('#review');
  await hands.expectText('#review', 'Stop the review');
  await hands.expectText('#review', 'Review the game');
  await hands.click('.move[data-ply="18"]');
  await hands.click('label[for="analyse-on"]');
  await hands.expectDepth(16);
  await hands.expectCount('.lines li', 3);
  await hands.shot('chess-analysis', FOLDER);
  await hands.close();
}

async function ninuki() {
  const hands = await house.open(LOOKS[3]);
  await hands.newGame(['game-gomoku', 'who-engines'], {
    rule: 'ninuki',
    size: '15',
    opening: 'balanced',
    clock: 'none',
    movetime: '1000',
    level: '5000',
    level2: '5000',
  });
  await hands.expectPlyAtLeast(15);
  await hands.click('#pause');
  await hands.tab('analyse');
  await hands.click('label[for="analyse-on"]');
  await hands.expectDepth(8);
  await hands.shot('ninuki-analysis', FOLDER);
  await hands.close();
}

async function phone() {
  const hands = await house.open(LOOKS[0]);
  await hands.newGame(['game-chess', 'who-engine', 'side-white'], { clock: '300+3', level: '1500' });
  await hands.clickMove('e2', 'e4', 2);
  await hands.clickMove('g1', 'f3', 4);
  await hands.clickSquare('f1');
  await hands.expectPresent('square.selected');
  await hands.shot('phone', FOLDER);
  await hands.close();
}

await chess();
await ninuki();
await phone();
await house.stop();
