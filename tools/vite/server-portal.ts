import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin, type ResolvedConfig } from 'vite';

type ServerFile = {
  /** Path of the source file, relative to the root of the Vite configuration. */
  readonly source: string;
  /** Name of the built file. */
  readonly fileName: string;
};

/** Builds a source file, and everything that it imports, as one script for Node.js. */
async function buildForServer({ root, configFile }: ResolvedConfig, source: string): Promise<string> {
  const result = await build({
    root,
    configFile: configFile ?? false,
    // The build of the page reports the same warnings.
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    // The browser packages are bundled, because they are not installed on the server.
    ssr: { noExternal: true },
    build: {
      ssr: join(root, source),
      write: false,
      minify: true,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [output] = [result].flat();
  const chunk = output && 'output' in output ? output.output.find(({ type }) => type === 'chunk') : undefined;
  if (chunk?.type !== 'chunk') throw new Error(`The build of ${source} has no script`);
  return chunk.code;
}

/** A Vite plugin that builds the script with which the server renders a first screen (docs/architecture.md). */
export const serverPortal = ({ source, fileName }: ServerFile): Plugin => {
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
        if (config.command !== 'build' || !existsSync(join(config.root, source))) return;
        this.emitFile({
          type: 'asset',
          fileName,
          source: await buildForServer(config, source),
        });
      },
    },
  };
};
