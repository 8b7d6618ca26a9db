import { writeFileSync } from 'node:fs';
import { toJsonSchema } from '@valibot/to-json-schema';
import { configFile } from '#server/config/schema.ts';

const SCHEMA_FILE = 'docs/config.schema.json';

/** The JSON Schema of the configuration file. Only the server checks the rules that JSON Schema cannot express. */
export function configSchema(): Readonly<Record<string, unknown>> {
  const schema = toJsonSchema(configFile, { typeMode: 'input', errorMode: 'ignore' });
  return { title: 'Munjigi configuration', ...schema };
}

if (import.meta.main) writeFileSync(SCHEMA_FILE, `${JSON.stringify(configSchema(), null, 2)}\n`);
