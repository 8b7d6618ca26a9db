import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin, type ResolvedConfig } from 'vite';
import { SERVER_PORTAL_FILE } from '#wire/server-portal.ts';

const SOURCE = join('src', 'server-portal.tsx');

/** Builds the portal for Node, as one file that renders the first screen. */
async function serverPortalCode({ root, configFile }: ResolvedConfig): Promise<string> {
  const result = await build({
    root,
    configFile: configFile ?? false,
    // The outer build reports the warnings.
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    // The browser packages are bundled, because they are not installed on the server.
    ssr: { noExternal: true },
    build: { ssr: SOURCE, write: false, minify: true, rolldownOptions: { output: { codeSplitting: false } } },
  });
  const [output] = [result].flat();
  const chunk = output && 'output' in output ? output.output.find(({ type }) => type === 'chunk') : undefined;
  if (chunk?.type !== 'chunk') throw new Error(`${SOURCE} gave no script`);
  return chunk.code;
}

/** Adds the server build that renders the ID entry (docs/architecture.md, "The first screen"). */
export const serverPortal = (): Plugin => {
  let config: ResolvedConfig;
  return {
    name: 'munjigi:server-portal',
    apply: (_, { isSsrBuild }) => !isSsrBuild,
    configResolved(resolved) {
      config = resolved;
    },
    generateBundle: {
      order: 'post',
      async handler() {
        if (config.command !== 'build' || !existsSync(join(config.root, SOURCE))) return;
        this.emitFile({
          type: 'asset',
          fileName: SERVER_PORTAL_FILE,
          source: await serverPortalCode(config),
        });
      },
    },
  };
};
