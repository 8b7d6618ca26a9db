import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { threadId } from 'node:worker_threads';

/** Folder of a Korean font from an npm package. Without it, machines without a Korean font would show empty boxes. */
const KOREAN_FONT_FOLDER = dirname(fileURLToPath(import.meta.resolve('@expo-google-fonts/nanum-gothic')));

const xmlElement = (name: string, text: string): string => `  <${name}>${text}</${name}>\n`;

/**
 * A rule of fontconfig: Open Sans is used when a page names no existing font family, for example only `system-ui`.
 * Without the rule, fontconfig would choose a serif font.
 */
const FALLBACK_FONT_RULE = `  <match target="pattern">
    <edit name="family" mode="append_last"><string>Open Sans</string></edit>
  </match>
`;

/**
 * A fontconfig configuration with the fonts of the system, the fonts in some folders, and the Korean font.
 * @param includesSystemConfig whether the fontconfig configuration of the system is included
 */
const configOf = (folders: readonly string[], includesSystemConfig: boolean): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
${includesSystemConfig ? '  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>\n' : ''}${[
  '/usr/share/fonts',
  '/usr/local/share/fonts',
  ...folders,
  join(KOREAN_FONT_FOLDER, '400Regular'),
  join(KOREAN_FONT_FOLDER, '700Bold'),
]
  .map((folder) => xmlElement('dir', folder))
  .join('')}${includesSystemConfig ? '' : FALLBACK_FONT_RULE}  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

const contains = (file: string, text: string): boolean =>
  existsSync(file) && readFileSync(file, 'utf8') === text;

/**
 * Writes a text into a file unless the file already contains the text; returns the path of the file. Writing is atomic,
 * because another browser may read the file at the same time.
 */
function writeIfChanged(file: string, text: string): string {
  if (contains(file, text)) return file;
  mkdirSync(dirname(file), { recursive: true });
  const temporaryFile = `${file}.${process.pid}.${threadId}`;
  writeFileSync(temporaryFile, text);
  renameSync(temporaryFile, file);
  return file;
}

const CACHE_FOLDER = join(import.meta.dirname, '..', '..', '.cache');

/**
 * Environment variables with which a Chromium finds the Korean font in addition to the fonts of the system. Empty on
 * systems other than Linux, because only Linux uses fontconfig.
 */
export const systemFonts = (): Readonly<Record<string, string>> =>
  process.platform === 'linux'
    ? { FONTCONFIG_FILE: writeIfChanged(join(CACHE_FOLDER, 'fonts.conf'), configOf([], true)) }
    : {};

/**
 * Environment variables with which a Chromium from a package finds its fonts.
 * @param folder the folder of the fonts in the package
 */
export const packagedFonts = (folder: string): Readonly<Record<string, string>> => ({
  FONTCONFIG_FILE: writeIfChanged(join(CACHE_FOLDER, 'fonts-packaged.conf'), configOf([folder], false)),
});
