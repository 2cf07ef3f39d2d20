import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ArcusServer } from 'timed-operation/arcus/testing';
import { describe, expect, test } from 'vitest';
import { recordPort } from './record-port.ts';
import { sent, transcripts } from './transcripts.ts';

async function open(server: ArcusServer): Promise<Socket> {
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Everything the socket brings until the other side ends. */
async function all(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'end');
  return Buffer.concat(chunks).toString('latin1');
}

describe('on a real socket', () => {
  test('a conversation is answered, and the rest of it after the client has half-closed', async () => {
    await using server = await ArcusServer.listen();
    const socket = await open(server);
    const answer = all(socket);
    socket.end('set k 3 0 5\r\nhello\r\nget k\r\nquit\r\n');
    expect(await answer).toBe('STORED\r\nVALUE k 3 5\r\nhello\r\nEND\r\n');
  });

  test('quit closes without a word, after what came before has been answered', async () => {
    await using server = await ArcusServer.listen({ port: 0 });
    const socket = await open(server);
    const answer = all(socket);
    socket.write('version\r\nquit\r\nversion\r\n');
    expect(await answer).toBe('VERSION 1.15.0\r\n');
    socket.destroy();
  });

  test('the recorded conversations come through', async () => {
    await using server = await ArcusServer.listen();
    let compared = 0;
    for (const transcript of transcripts) {
      const socket = await open(server);
      const answer = all(socket);
      socket.end(Buffer.from(transcript.steps.map(sent).join(''), 'latin1'));
      const text = await answer;
      if (transcript.volatile || transcript.steps.some((step) => step.volatile)) continue;
      const expected = transcript.steps.map(({ recv }) => recv).join('');
      expect([transcript.name, text]).toEqual([transcript.name, expected]);
      compared++;
    }
    expect(compared).toBe(111);
  });

  test('connections above the limit are accepted and closed at once', async () => {
    await using server = await ArcusServer.listen({ settings: { maxConnections: 1 } });
    const first = await open(server);
    first.write('version\r\n');
    await once(first, 'data');
    const second = await open(server);
    expect(await all(second)).toBe('');
    second.destroy();
    expect(server.connections).toBe(1);
    first.destroy();
  });

  test('a client that vanishes is forgotten', async () => {
    await using server = await ArcusServer.listen();
    const socket = await open(server);
    socket.write('version\r\n');
    await once(socket, 'data');
    socket.destroy();
    while (server.connections > 0) await new Promise((resolve) => setImmediate(resolve));
    expect(server.connections).toBe(0);
  });

  test('close frees the port and breaks the connections; a second close is fine', async () => {
    const server = await ArcusServer.listen();
    const { port, address } = server;
    expect(address).toBe(`127.0.0.1:${port}`);
    const socket = await open(server);
    const closed = once(socket.resume(), 'close');
    socket.once('end', () => socket.end());
    await server.close();
    await server.close();
    await closed;
    await using again = await ArcusServer.listen({ port });
    expect(again.port).toBe(port);
  });

  test('a port that is taken is refused', async () => {
    await using server = await ArcusServer.listen();
    await expect(ArcusServer.listen({ port: server.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  test('drop, half-close and slow bytes look on a socket as they should', async () => {
    const scheduler = {
      after: (ms: number, task: () => void) => {
        const timer = setTimeout(task, ms);
        return { cancel: () => clearTimeout(timer) };
      },
    };
    await using server = await ArcusServer.listen({ scheduler });
    server.inject({ kind: 'drop', bytes: 4 }, { connection: 1 });
    server.inject({ kind: 'halfClose', bytes: 2 }, { connection: 2 });
    server.inject({ kind: 'slow', bytes: 1, ms: 1 }, { connection: 3 });
    const answers: string[] = [];
    for (let i = 0; i < 3; i++) {
      const socket = await open(server);
      const chunks: Buffer[] = [];
      socket.on('data', (chunk: Buffer) => chunks.push(chunk));
      socket.write('version\r\n');
      if (i === 2) socket.end();
      await once(socket, 'end');
      socket.destroy();
      answers.push(Buffer.concat(chunks).toString('latin1'));
    }
    expect(answers).toEqual(['VERS', 'VE', 'VERSION 1.15.0\r\n']);
  });
});

describe('without a socket', () => {
  test('connections share the store and answer at once', () => {
    const server = new ArcusServer();
    const [one, two] = [recordPort(server.connect()), recordPort(server.connect())];
    one.send('set k 0 0 1\r\n');
    one.send('v\r\n');
    two.send('get k\r\nquit\r\n');
    expect([one.text, two.text, two.ended]).toEqual(['STORED\r\n', 'VALUE k 0 1\r\nv\r\nEND\r\n', true]);
    expect([server.port, server.address, server.connections]).toEqual([0, 'memory:0', 2]);
  });

  test('what a handler writes is answered after it has returned', () => {
    const server = new ArcusServer();
    const port = server.connect();
    const order: string[] = [];
    port.onData = (bytes) => {
      const text = Buffer.from(bytes).toString();
      order.push(`in ${text}`);
      if (text.startsWith('READY')) port.write(Buffer.from('version\r\n'));
      order.push(`out ${text}`);
    };
    port.write(Buffer.from('ready\r\n'));
    expect(order).toEqual(['in READY\r\n', 'out READY\r\n', 'in VERSION 1.15.0\r\n', 'out VERSION 1.15.0\r\n']);
  });

  test('both ends closed close the connection; one does not', () => {
    const server = new ArcusServer();
    const port = server.connect();
    const client = recordPort(port);
    port.end();
    expect([client.ended, client.closed, server.connections]).toEqual([true, true, 0]);
    port.write(Buffer.from('version\r\n'));
    expect(client.text).toBe('');
  });

  test('a connection that has been closed by the server is broken by who writes on', () => {
    const server = new ArcusServer();
    const client = recordPort(server.connect());
    client.send('quit\r\n');
    expect([client.ended, client.closed]).toEqual([true, false]);
    client.send('version\r\n');
    expect([client.text, client.closed, server.connections]).toEqual(['', true, 0]);
  });

  test('dropConnections breaks all of them and leaves the items', async () => {
    await using server = new ArcusServer();
    const client = recordPort(server.connect());
    client.send('set k 0 0 1\r\nv\r\n');
    server.dropConnections();
    expect([client.closed, server.store.size]).toEqual([true, 1]);
  });
});
