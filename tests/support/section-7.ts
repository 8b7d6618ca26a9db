import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const SPECIFICATION_FILE = join(import.meta.dirname, '..', '..', 'docs', 'specification.md');

/** The calls of a row of section 7, as `GET /x`. A method in the row applies to all paths up to the next method. Queries are left out. */
function callsIn(row: string): readonly string[] {
  let methods: readonly string[] = [];
  // The table abbreviates the paths of sent codes and the path of an app's registration.
  return row
    .replaceAll(/(\/[\w/]+)\/\{sms, inmail, exmail\}/g, '$1/sms, $1/inmail, $1/exmail')
    .replaceAll('…', '/data/portal/mobileapp/provision')
    .replaceAll(/((?:POST|GET|PUT|DELETE)(?: and (?:POST|GET|PUT|DELETE))?)|(\/[\w/{}-]*[\w}])/g, '\n$&\n')
    .split('\n')
    .flatMap((part) => {
      if (/^[A-Z]{3,}/.test(part)) methods = part.split(' and ');
      return part.startsWith('/') ? methods.map((method) => `${method} ${part}`) : [];
    });
}

/** Every call of section 7 of the specification, as `GET /x/{id}`. */
export function callsOfTheSpecification(): readonly string[] {
  const section = /^## 7\..*?(?=^## 8\.)/ms.exec(readFileSync(SPECIFICATION_FILE, 'utf8'))?.[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(1).flatMap(callsIn);
}
