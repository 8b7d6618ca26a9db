import { join } from 'node:path';
import { defineAtlas } from '#atlas/config.ts';
import { importMachines } from '#atlas/model/find.ts';
import { JOURNEYS } from '#tools/atlas/journeys.ts';
import { MAIN_PATHS } from '#tools/atlas/main-paths.ts';
import { SYNONYMS } from '#tools/atlas/synonyms.ts';
import { textSetBy } from '#tools/atlas/text-set-by.ts';

/** The configuration of the atlas: what it shows, and how it renders the screens of the portal. */
export default defineAtlas((root) => ({
  machines: () => importMachines(join(root, 'machines')),
  words: { folder: 'machines/words', ofFlows: 'machines/*/words.md' },
  texts: 'i18n',
  textSetBy: textSetBy(root),
  mainPaths: MAIN_PATHS,
  journeys: JOURNEYS,
  synonyms: SYNONYMS,
  async browser() {
    const { chromiumEnv, findChromium } = await import('#tools/chromium.ts');
    const launch = await findChromium();
    return { executablePath: launch.executablePath, args: [...launch.args], env: chromiumEnv(launch) };
  },
  screens: {
    renderer: 'tools/atlas/renderer.tsx',
    values: 'tools/atlas/value-texts.ts',
    async read(machines, texts) {
      const { portalScreens } = await import('#tools/atlas/portal-screens.ts');
      return portalScreens(root, machines, texts);
    },
    async build() {
      const { messages } = await import('#tools/messages/plugin.ts');
      const { TARGETS } = await import('#tools/vite/targets.ts');
      return { plugins: [messages()], alias: PARSER_ALIAS, targets: TARGETS };
    },
  },
}));

/** Replaces the parser of messages with an empty module, because the build has parsed the messages. */
const PARSER_ALIAS = {
  '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js',
};
