import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Files = ReadonlyMap<string, string>;

const namesIn = (folder: string): readonly string[] => {
  mkdirSync(folder, { recursive: true });
  return readdirSync(folder);
};

/** Writes these files into a folder and deletes all others there. */
export function writeFolder(folder: string, files: Files): void {
  for (const name of namesIn(folder).filter((present) => !files.has(present))) rmSync(join(folder, name));
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
}

/** The differences between a folder and these files; line endings do not count. */
export function outdatedFiles(folder: string, files: Files): readonly string[] {
  const present = namesIn(folder);
  const read = (name: string) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
  return [
    ...[...files].flatMap(([name, text]) => {
      if (!present.includes(name)) return [`${name} is missing`];
      return read(name) === text ? [] : [`${name} is out of date`];
    }),
    ...present.filter((name) => !files.has(name)).map((name) => `${name} belongs to no machine`),
  ];
}
