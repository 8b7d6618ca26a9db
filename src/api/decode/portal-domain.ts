import { check, type GenericSchema, object, pipe, string, transform } from 'valibot';

/** Whether a text is an http or https URL without a user name. */
const isWebAddress = (url: string): boolean =>
  URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) && new URL(url).username === '';

/** Decodes the answer of GET /summary/domain/portal: the address of the portal, which the link to the app contains. */
export const portalDomain: GenericSchema<unknown, string> = pipe(
  object({ url: pipe(string(), check(isWebAddress)) }),
  transform(({ url }) => url),
);
