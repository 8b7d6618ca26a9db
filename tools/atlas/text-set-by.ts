import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Finds who sets a text: the section of the specification that quotes its English, else the source. */
export function textSetBy(root: string): (key: string, english: string) => string {
  const specification = readFileSync(join(root, 'docs', 'specification.md'), 'utf8');
  const sections = specification.split(/^## /m).slice(1);
  return (_, english) => {
    const section = sections.find((each) => each.includes(`'${english}'`));
    return section ? `spec ${Number.parseInt(section, 10)}` : 'ours';
  };
}
