import { METHODS, type Method } from '#machines/shared/policy.ts';
import { METHOD_TABLE, WIRE_METHODS, type WireMethod } from '#wire/methods.ts';

/** A schema for each method, by its name on the wire. */
export const schemaPerMethod = <Schema>(schema: Schema): Record<WireMethod, Schema> =>
  Object.fromEntries(WIRE_METHODS.map((name) => [name, schema])) as Record<WireMethod, Schema>;

/** The values of all methods by the portal's names instead of the wire's. */
export const byMethod = <Value>(flags: Readonly<Record<WireMethod, Value>>): Record<Method, Value> =>
  Object.fromEntries(METHODS.map((method) => [method, flags[METHOD_TABLE[method].wire]])) as Record<
    Method,
    Value
  >;
