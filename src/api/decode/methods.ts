import { METHODS, type Method } from '#machines/shared/policy.ts';
import { METHOD_TABLE, WIRE_METHODS, type WireMethod } from '#wire/methods.ts';

/** An object that has the same schema for each method, under the method's name on the wire. */
export const schemaPerMethod = <Schema>(schema: Schema): Record<WireMethod, Schema> =>
  Object.fromEntries(WIRE_METHODS.map((name) => [name, schema])) as Record<WireMethod, Schema>;

/** Renames the keys of an object from the names of the methods on the wire to the names in the portal. */
export const byMethod = <Value>(values: Readonly<Record<WireMethod, Value>>): Record<Method, Value> =>
  Object.fromEntries(METHODS.map((method) => [method, values[METHOD_TABLE[method].wire]])) as Record<
    Method,
    Value
  >;
