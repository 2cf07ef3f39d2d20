import type { RpcContender } from '../rpc/contender.ts';
import { rpcFiles } from '../rpc/names.ts';

export async function loadRpc(impl: string): Promise<RpcContender> {
  const file = rpcFiles[impl]?.replace('.ts', '.js');
  return ((await import(`../rpc/${file}`)) as { contender: RpcContender }).contender;
}
