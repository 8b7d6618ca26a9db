import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { threadId } from 'node:worker_threads';

/** A Korean font of a package: on a machine that has none, Korean would be drawn, measured and printed as empty boxes. */
const KOREAN = dirname(fileURLToPath(import.meta.resolve('@expo-google-fonts/nanum-gothic')));

const element = (name: string, text: string): string => `  <${name}>${text}</${name}>\n`;

/** Where no family is asked for, as for `system-ui`, the packaged one is taken in every weight, not the machine's nearest serif. */
const UI_FONT = `  <match target="pattern">
    <edit name="family" mode="append_last"><string>Open Sans</string></edit>
  </match>
`;

/** A configuration of fontconfig: the system's own on request, the system's fonts, these folders, and the Korean font behind them. */
const configOf = (folders: readonly string[], hasSystem: boolean): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
${hasSystem ? '  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>\n' : ''}${[
  '/usr/share/fonts',
  '/usr/local/share/fonts',
  ...folders,
  join(KOREAN, '400Regular'),
  join(KOREAN, '700Bold'),
]
  .map((folder) => element('dir', folder))
  .join('')}${hasSystem ? '' : UI_FONT}  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

const isWritten = (file: string, text: string): boolean =>
  existsSync(file) && readFileSync(file, 'utf8') === text;

/** Writes a configuration where it is not written yet, whole at once: a browser that starts meanwhile reads the one or the other. */
function written(file: string, text: string): string {
  if (isWritten(file, text)) return file;
  mkdirSync(dirname(file), { recursive: true });
  const half = `${file}.${process.pid}.${threadId}`;
  writeFileSync(half, text);
  renameSync(half, file);
  return file;
}

const CACHE = join(import.meta.dirname, '..', '..', '.cache');

/** What a Chromium of the system needs in its environment to find the Korean font in addition to the system's fonts. Only Linux has fontconfig. */
export const systemFonts = (): Readonly<Record<string, string>> =>
  process.platform === 'linux'
    ? { FONTCONFIG_FILE: written(join(CACHE, 'fonts.conf'), configOf([], true)) }
    : {};

/** The same for a Chromium that has fonts of its own in a folder, and was built for another system's configuration. */
export const packagedFonts = (folder: string): Readonly<Record<string, string>> => ({
  FONTCONFIG_FILE: written(join(CACHE, 'fonts-packaged.conf'), configOf([folder], false)),
});
