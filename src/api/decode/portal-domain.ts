import { check, type GenericSchema, object, pipe, string, transform } from 'valibot';

const isWebAddress = (url: string): boolean =>
  URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) && new URL(url).username === '';

/** Answer of GET /summary/domain/portal: the portal's own address, which goes into the link of the app. */
export const portalDomain: GenericSchema<unknown, string> = pipe(
  object({ url: pipe(string(), check(isWebAddress)) }),
  transform(({ url }) => url),
);
