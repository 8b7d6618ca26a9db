import type { MouseEvent } from 'react';
import { EVENT_FIELD } from '#wire/server-portal.ts';

/** The id of the form that posts the events of buttons outside of forms. */
export const EVENTS_FORM_ID = 'events';

/**
 * An event of a button. With scripts it is sent to its actor; without scripts the browser posts it in a form (rule
 * 233).
 */
export interface FormEvent {
  /** The path of the actor, the type of the event and its values, as the form posts them. */
  readonly value: string;
  /** Sends the event to its actor. */
  readonly send: () => void;
}

/** The fields of a form, by name. */
export type Fields = Readonly<Record<string, string>>;

/** An event of a form. Its values are the fields of the form. */
export interface FieldsEvent {
  /** The path of the actor and the type of the event, as the form posts them. Undefined if the form needs scripts. */
  readonly value?: string;
  /** Sends the event with the values of the fields to its actor. */
  readonly send: (fields: Fields) => void;
}

/** The attributes of a button that sends an event. */
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
