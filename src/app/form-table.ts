import type { EventObject } from 'xstate';
import type { Fields } from '#src/ui/form-event.ts';

/** Reads a value of an event from the fields of a form. Returns undefined if the fields have no valid value. */
export type ReadField<Value = string> = (fields: Fields) => Value | undefined;

/** For each event that a form sends: the functions that read its values from the fields (rule 233). */
export type FormTable<Event extends EventObject = EventObject> = {
  readonly [Type in Event['type']]?: {
    readonly [Name in Exclude<keyof Extract<Event, { type: Type }>, 'type'>]: ReadField<
      Extract<Event, { type: Type }>[Name]
    >;
  };
};

/** Reads the text of a field. Empty if the form does not have the field. */
export const textField =
  (field: string): ReadField =>
  (fields) =>
    fields[field] ?? '';

/** Reads a field that must have one of the `values`. */
export const choiceField =
  <Value extends string>(field: string, values: readonly Value[]): ReadField<Value> =>
  (fields) =>
    values.find((value) => value === fields[field]);

/** The event of a form with its values. Null if the table does not have the event, or a field is invalid. */
export function eventOf(table: object, type: string, fields: Fields): EventObject | null {
  if (!Object.hasOwn(table, type)) return null;
  const readers = Object.entries<ReadField<unknown>>(
    (table as Readonly<Record<string, object>>)[type] as never,
  );
  const values = readers.map(([name, readField]) => [name, readField(fields)] as const);
  return values.some(([, value]) => value === undefined) ? null : { ...Object.fromEntries(values), type };
}
