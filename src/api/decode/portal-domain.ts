import { type GenericSchema, object, pipe, string, transform } from 'valibot';

/** Answer of GET /summary/domain/portal: the portal's own address. */
export const portalDomain: GenericSchema<unknown, string> = pipe(
  object({ url: string() }),
  transform(({ url }) => url),
);
