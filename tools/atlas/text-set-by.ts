import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns a function that says who decided a text: `spec` with the number of the section of the specification that
 * quotes the English text, or `ours`.
 */
export function textSetBy(root: string): (key: string, english: string) => string {
  let sections: string[] | undefined;
  return (_, english) => {
    sections ??= readFileSync(join(root, 'docs', 'specification.md'), 'utf8')
      .split(/^## /m)
      .slice(1);
    const section = sections.find((each) => each.includes(`'${english}'`));
    return section ? `spec ${Number.parseInt(section, 10)}` : 'ours';
  };
}
