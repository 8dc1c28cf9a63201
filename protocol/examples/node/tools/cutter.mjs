// A relay that cuts: every connection through it is destroyed after so many bytes from the host, as the list says; then none is.
import net from 'node:net';

export function openCutter(port, cuts) {
  const left = [...cuts];
  const done = [];
  const server = net.createServer((near) => {
    const far = net.connect(port, '127.0.0.1');
    let budget = left.length ? left.shift() : Infinity;
    const cut = () => {
      near.destroy();
      far.destroy();
    };
    near.on('error', cut).on('close', cut);
    far.on('error', cut).on('close', cut);
    near.on('data', (bytes) => far.write(bytes));
    far.on('data', (bytes) => {
      near.write(bytes.subarray(0, Math.min(bytes.length, budget)), () => {
        budget -= bytes.length;
        if (budget <= 0) {
          done.push(Date.now());
          cut();
        }
      });
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve({ port: server.address().port, done, close: () => server.close() }));
  });
}
