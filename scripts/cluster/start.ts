import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type StageOptions, setStage } from './stage.ts';

/** Portals in production behind a balancer. */
export type PortalCluster = {
  readonly url: string;
  /** The processes of the portals. */
  readonly pids: readonly number[];
  /** Folder of their data. */
  readonly dataDir: string;
  /** The first of them, without the balancer. */
  readonly direct: string;
  close(): Promise<void>;
};

/** Starts portals, each a process of its own. */
export async function startPortals(options: StageOptions): Promise<PortalCluster> {
  const { proxy, ports, entry, env, close } = await setStage(options);
  const portals = ports.map((port) =>
    spawn(process.execPath, [entry], {
      env: { ...env, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  );
  await Promise.all(portals.map((portal) => once(portal, 'message')));
  return {
    url: proxy.url,
    pids: portals.flatMap(({ pid }) => pid ?? []),
    dataDir: env['DATA_DIR'] ?? '',
    direct: `http://127.0.0.1:${ports[0]}`,
    async close() {
      await Promise.all(
        portals.map(async (portal) => {
          const over = once(portal, 'exit');
          portal.kill();
          await over;
        }),
      );
      await close();
    },
  };
}
