import { type Context, Hono } from 'hono';
import { csrf } from 'hono/csrf';
import * as v from 'valibot';
import type { LabOptions } from '#lab/options.ts';
import { isJson, jsonOf, wantsPage } from '#lab/web/negotiation.ts';
import { faultsPage } from './page.ts';
import { OFFERED_CALLS, PRESETS } from './presets.ts';
import { faultOf, faultRequest } from './schema.ts';

const formRequest = v.object({
  call: v.picklist(OFFERED_CALLS),
  preset: v.pipe(
    v.string(),
    v.check((name) => Object.hasOwn(PRESETS, name), 'is not a preset'),
  ),
});

/** Converts the fields of the page's form to the body of the JSON call. */
function convertForm(fields: unknown): unknown {
  const form = v.safeParse(formRequest, fields);
  if (!form.success) return fields;
  const [method, path] = form.output.call.split(' ');
  return { method, path, ...PRESETS[form.output.preset]?.fault };
}

const bodyOf = async (c: Context): Promise<unknown> =>
  isJson(c) ? jsonOf(c) : convertForm(await c.req.parseBody());

/** The page of the fault switch, and JSON calls with the same functions (docs/lab.md). */
export function faultRoutes({ faults }: Pick<LabOptions, 'faults'>): Hono {
  const app = new Hono();
  app.on('POST', ['/faults', '/faults/clear'], csrf());

  app.get('/faults', (c) =>
    wantsPage(c) ? faultsPage(c, faults.list()) : c.json({ faults: faults.list() }),
  );

  app.post('/faults', async (c) => {
    const parsed = v.safeParse(faultRequest, await bodyOf(c));
    if (!parsed.success) return c.json({ problems: parsed.issues.map(({ message }) => message) }, 400);
    faults.set(faultOf(parsed.output));
    return isJson(c) ? c.json({ faults: faults.list() }, 201) : c.redirect('/faults', 303);
  });

  app.delete('/faults', (c) => {
    faults.clear();
    return c.body(null, 204);
  });

  app.post('/faults/clear', (c) => {
    faults.clear();
    return c.redirect('/faults', 303);
  });

  return app;
}
