import { METHODS, type Method } from '#machines/shared/policy.ts';
import { METHOD_TABLE, WIRE_METHODS, type WireMethod } from '#wire/methods.ts';

/** A schema for each method, by its name on the wire. */
export const schemaPerMethod = <Schema>(schema: Schema): Record<WireMethod, Schema> =>
  Object.fromEntries(WIRE_METHODS.map((name) => [name, schema])) as Record<WireMethod, Schema>;

/** What the wire says of each method, by the portal's own names. */
export const byMethod = <Value>(flags: Readonly<Record<WireMethod, Value>>): Record<Method, Value> =>
  Object.fromEntries(METHODS.map((method) => [method, flags[METHOD_TABLE[method].wire]])) as Record<
    Method,
    Value
  >;
