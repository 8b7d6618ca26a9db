import type { EventObject } from 'xstate';
import type { Fields } from '#src/ui/form-event.ts';

/** Reads a value of an event from the fields of a form; undefined if the fields have no valid value. */
export type ReadField<Value = string> = (fields: Fields) => Value | undefined;

/** The values of the events that forms send, by event (rule 233). */
export type FormTable<Event extends EventObject = EventObject> = {
  readonly [Type in Event['type']]?: {
    readonly [Name in Exclude<keyof Extract<Event, { type: Type }>, 'type'>]: ReadField<
      Extract<Event, { type: Type }>[Name]
    >;
  };
};

/** The text of a field, empty where the form has none. */
export const textField =
  (field: string): ReadField =>
  (fields) =>
    fields[field] ?? '';

/** One of a few values. */
export const choiceField =
  <Value extends string>(field: string, values: readonly Value[]): ReadField<Value> =>
  (fields) =>
    values.find((value) => value === fields[field]);

/** The event of a form; null if the table does not have it or a field is invalid. */
export function eventOf(table: object, type: string, fields: Fields): EventObject | null {
  if (!Object.hasOwn(table, type)) return null;
  const reads = Object.entries<ReadField<unknown>>(
    (table as Readonly<Record<string, object>>)[type] as never,
  );
  const values = reads.map(([name, read]) => [name, read(fields)] as const);
  return values.some(([, value]) => value === undefined) ? null : { ...Object.fromEntries(values), type };
}
