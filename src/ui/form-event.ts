import type { MouseEvent } from 'react';
import { EVENT_FIELD } from '#wire/server-portal.ts';

/** Id of the form with which buttons outside a form post their events. */
export const EVENTS_FORM_ID = 'events';

/**
 * An event that a control sends: to its actor, or without scripts as a value of the posted form (rule 233).
 */
export interface FormEvent {
  /** The actor, the event and its values, as they are posted. */
  readonly value: string;
  readonly send: () => void;
}

/** The fields of a form, by name. */
export type Fields = Readonly<Record<string, string>>;

/** The event of a form, whose values are its fields. */
export interface FieldsEvent {
  /** The actor and the event, as they are posted; absent where the form needs scripts. */
  readonly value?: string;
  readonly send: (fields: Fields) => void;
}

/** Attributes of a button that sends an event. */
export const eventButton = (event: FormEvent) => ({
  type: 'submit' as const,
  name: EVENT_FIELD,
  value: event.value,
  form: EVENTS_FORM_ID,
  formNoValidate: true,
  onClick(click: MouseEvent) {
    click.preventDefault();
    event.send();
  },
});
