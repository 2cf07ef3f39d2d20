import { input } from './input.ts';
import { loadRpc } from './rpc-contender.ts';

// Prints its port, and serves until it is ended.
const { impl } = input<{ impl: string }>();
process.stdout.write(`${await (await loadRpc(impl)).serve()}\n`);
