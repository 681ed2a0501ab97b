// How long a file of 10 MB with 5000 games takes to be listed, from its drop to the rows. `npm run list`.
import { startHouse } from './harness.mjs';

const house = await startHouse();
const hands = await house.open();
const moves =
  '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 11. c4 c6 12. cxb5 axb5 13. Nc3 Bb7 14. Bg5 b4 15. Nb1 h6 16. Bh4 c5 17. dxe5 Nxe4 18. Bxe7 Qxe7 19. exd6 Qf6 20. Nbd2 Nxd6 21. Nc4 Nxc4 22. Bxc4 Nb6 23. Ne5 Rae8 24. Bxf7+ Rxf7 25. Nxf7 Rxe1+ 26. Qxe1 Kxf7 27. Qe3 Qg5 28. Qxg5 hxg5';
const words = 'a remark about the game that an annotator made and that has to be read over '.repeat(18);
// Made in the page: how a test hands a file over is not what is measured.
const { megabytes, ms } = await hands.page.evaluate(
  async ([head, tail]) => {
    const games = Array.from({ length: 5000 }, (_, n) => head.replaceAll('#', String(n)) + tail);
    const file = new File(games, 'many.pgn');
    const data = new DataTransfer();
    data.items.add(file);
    const began = performance.now();
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    while (!document.querySelector('.picker .games li')) await new Promise(done => setTimeout(done, 10));
    return { megabytes: file.size / 1e6, ms: performance.now() - began };
  },
  [
    '[Event "Club #"]\n[Site "?"]\n[Date "2024.01.01"]\n[Round "#"]\n[White "White #"]\n[Black "Black #"]\n[Result "1-0"]\n\n',
    `${moves} {${words}} 1-0\n\n`,
  ],
);
console.log(`${megabytes.toFixed(1)} MB listed after ${Math.round(ms)} ms`);
await house.stop();
