import { writeFileSync } from 'node:fs';
import { toJsonSchema } from '@valibot/to-json-schema';
import { configFile } from '#server/config/schema.ts';

const TARGET = 'docs/config.schema.json';

/** JSON Schema of the configuration file. Rules that JSON Schema cannot express are checked by the server only. */
export function configSchema(): Readonly<Record<string, unknown>> {
  const schema = toJsonSchema(configFile, { typeMode: 'input', errorMode: 'ignore' });
  return { title: 'Munjigi configuration', ...schema };
}

if (import.meta.main) writeFileSync(TARGET, `${JSON.stringify(configSchema(), null, 2)}\n`);
