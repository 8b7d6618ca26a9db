import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { threadId } from 'node:worker_threads';

/** A packaged Korean font, without which some machines would render Korean as empty boxes. */
const KOREAN = dirname(fileURLToPath(import.meta.resolve('@expo-google-fonts/nanum-gothic')));

const element = (name: string, text: string): string => `  <${name}>${text}</${name}>\n`;

/** Uses the packaged font where no family matches, as for `system-ui`; fontconfig would choose the nearest serif. */
const UI_FONT = `  <match target="pattern">
    <edit name="family" mode="append_last"><string>Open Sans</string></edit>
  </match>
`;

/**
 * A fontconfig configuration with the system's fonts, these folders and the Korean font, and with the system's
 * configuration if `hasSystem`.
 */
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

/** Writes a configuration atomically unless it exists, because another browser may be starting. */
function writeOnce(file: string, text: string): string {
  if (isWritten(file, text)) return file;
  mkdirSync(dirname(file), { recursive: true });
  const temporaryFile = `${file}.${process.pid}.${threadId}`;
  writeFileSync(temporaryFile, text);
  renameSync(temporaryFile, file);
  return file;
}

const CACHE = join(import.meta.dirname, '..', '..', '.cache');

/**
 * Environment variables by which a Chromium finds the Korean font in addition to the system's fonts; empty except on
 * Linux, which has fontconfig.
 */
export const systemFonts = (): Readonly<Record<string, string>> =>
  process.platform === 'linux'
    ? { FONTCONFIG_FILE: writeOnce(join(CACHE, 'fonts.conf'), configOf([], true)) }
    : {};

/** Environment variables for a Chromium that was built for another system and has its fonts in a folder. */
export const packagedFonts = (folder: string): Readonly<Record<string, string>> => ({
  FONTCONFIG_FILE: writeOnce(join(CACHE, 'fonts-packaged.conf'), configOf([folder], false)),
});
