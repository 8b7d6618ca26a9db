import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type ResolvedConfig } from 'vite';
import type { firstScreen } from '#src/first-screen.tsx';
import { BRAND_LOGO, BRAND_NAME, FIRST_SCREEN_FILE, type FirstScreens } from '#wire/first-screen.ts';

const SOURCE = join('src', 'first-screen.tsx');
const NAME = { ko: BRAND_NAME, en: BRAND_NAME };

/** Builds the portal once more, for Node, and loads what draws its first screen. */
async function loadFirstScreen({ root, configFile, cacheDir }: ResolvedConfig): Promise<typeof firstScreen> {
  // Inside the project, as the bundle still finds its own packages there.
  const outDir = await mkdtemp(`${cacheDir}-first-screen-`);
  try {
    await build({
      root,
      configFile: configFile ?? false,
      // What there is to warn of, the build around this one says.
      logLevel: 'error',
      build: { ssr: SOURCE, outDir, copyPublicDir: false },
    });
    const module = await import(pathToFileURL(join(outDir, 'first-screen.js')).href);
    return module.firstScreen;
  } finally {
    await rm(outDir, { recursive: true });
  }
}

/** Writes down the ID entry as a server may put it into the page (docs/architecture.md, "The first picture"). */
export const firstScreens = (): Plugin => {
  let config: ResolvedConfig;
  return {
    name: 'munjigi:first-screens',
    apply: (_, { isSsrBuild }) => !isSsrBuild,
    configResolved(resolved) {
      config = resolved;
    },
    generateBundle: {
      order: 'post',
      async handler() {
        if (config.command !== 'build' || !existsSync(join(config.root, SOURCE))) return;
        const draw = await loadFirstScreen(config);
        const of = (language: 'ko' | 'en') => ({
          plain: { own: draw(language, {}), named: draw(language, { name: NAME }) },
          withLogo: {
            own: draw(language, { logo: BRAND_LOGO }),
            named: draw(language, { name: NAME, logo: BRAND_LOGO }),
          },
        });
        const screens: FirstScreens = { ko: of('ko'), en: of('en') };
        this.emitFile({ type: 'asset', fileName: FIRST_SCREEN_FILE, source: JSON.stringify(screens) });
      },
    },
  };
};
