import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin, type ResolvedConfig } from 'vite';

type ServerFile = {
  /** Path from the root of the configuration. */
  readonly source: string;
  readonly fileName: string;
};

/** Builds a source file for Node, with everything that it imports in one file. */
async function serverCode({ root, configFile }: ResolvedConfig, source: string): Promise<string> {
  const result = await build({
    root,
    configFile: configFile ?? false,
    // The outer build reports the warnings.
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

/** Adds the server build that renders a first screen (docs/architecture.md, "The first screen"). */
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
          source: await serverCode(config, source),
        });
      },
    },
  };
};
