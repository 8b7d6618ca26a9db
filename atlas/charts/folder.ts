import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Texts of files by file name. */
type Files = ReadonlyMap<string, string>;

/** The names of the files in a folder. Creates the folder if it does not exist. */
const fileNamesIn = (folder: string): readonly string[] => {
  mkdirSync(folder, { recursive: true });
  return readdirSync(folder);
};

/** Writes files into a folder and deletes all other files in the folder. */
export function writeFolder(folder: string, files: Files): void {
  const otherNames = fileNamesIn(folder).filter((name) => !files.has(name));
  for (const name of otherNames) rmSync(join(folder, name));
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
}

/** The differences between the files in a folder and the given files, as texts. Differences of line endings are ignored. */
export function outdatedFiles(folder: string, files: Files): readonly string[] {
  const existingNames = fileNamesIn(folder);
  const read = (name: string) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
  return [
    ...[...files].flatMap(([name, text]) => {
      if (!existingNames.includes(name)) return [`${name} is missing`];
      return read(name) === text ? [] : [`${name} is out of date`];
    }),
    ...existingNames.filter((name) => !files.has(name)).map((name) => `${name} belongs to no machine`),
  ];
}
