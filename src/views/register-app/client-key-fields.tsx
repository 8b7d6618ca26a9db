import { type ClipboardEvent, type ReactNode, type RefObject, useId, useRef } from 'react';
import { useText } from '#src/app/text.ts';
import { fillField } from '#src/ui/field-text.ts';
import type { Fields } from '#src/ui/form-event.ts';
import { FieldError } from '#src/ui/input-field.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import facts from '#src/views/registration/facts.module.css';

/** The indices of the groups of a client key. */
const GROUPS = [0, 1, 2, 3] as const;
const GROUP_LENGTH = 4;

/** The characters of a text that a client key can contain, as capital letters. */
const keyCharactersIn = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[^a-z0-9]/gi, '')
    .toUpperCase();

/** Reads the client key from the fields of {@link ClientKeyFields}. */
export const readClientKey = (fields: Fields): string =>
  GROUPS.map((group) => fields[`key${group}`] ?? '').join('');

/**
 * Four fields for the groups of a client key. A pasted text, or a text that is too long for its group, continues in the
 * next groups.
 */
export function ClientKeyFields({
  defaultValue,
  onChange,
  error,
  isBusy,
  firstField,
}: {
  /** The key that the fields contain at first. */
  readonly defaultValue: string;
  readonly onChange: () => void;
  readonly error: ReactNode;
  readonly isBusy: boolean;
  /** Refers to the field of the first group. */
  readonly firstField: RefObject<HTMLInputElement | null>;
}) {
  const text = useText();
  const errorId = useId();
  const otherFields = [
    useRef<HTMLInputElement>(null),
    useRef<HTMLInputElement>(null),
    useRef<HTMLInputElement>(null),
  ];
  const fieldOf = (group: number) => (group === 0 ? firstField : (otherFields[group - 1] ?? firstField));

  /** Distributes a text over the groups from `firstGroup` on, and focuses the group in which the text ends. */
  function fillGroups(firstGroup: number, text: string) {
    const characters = keyCharactersIn(text);
    for (const group of GROUPS) {
      const start = Math.max(0, group - firstGroup) * GROUP_LENGTH;
      const part = characters.slice(start, (group - firstGroup + 1) * GROUP_LENGTH);
      const { current } = fieldOf(group);
      if ((group === firstGroup || (group > firstGroup && part !== '')) && current?.value !== part)
        fillField(current, part);
    }
    onChange();
    const lastGroup = Math.min(GROUPS.length - 1, firstGroup + Math.floor(characters.length / GROUP_LENGTH));
    if (characters.length >= GROUP_LENGTH) fieldOf(lastGroup).current?.focus();
  }

  function pasteKey(event: ClipboardEvent) {
    const pastedText = keyCharactersIn(event.clipboardData.getData('text'));
    if (pastedText.length <= GROUP_LENGTH) return;
    event.preventDefault();
    fillGroups(0, pastedText);
  }

  return (
    <fieldset className={facts['key']} onPaste={pasteKey}>
      <legend>{text('registerApp.clientKey')}</legend>
      {GROUPS.map((group) => (
        <TextField
          key={group}
          ref={fieldOf(group)}
          label={text('registerApp.group', { number: group + 1 })}
          name={`key${group}`}
          autoComplete="off"
          autoFocus={group === 0}
          readOnly={isBusy}
          defaultValue={defaultValue.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH)}
          onChange={(value) => fillGroups(group, value)}
          {...(group === 0 && error ? { 'aria-invalid': true, 'aria-describedby': errorId } : {})}
        />
      ))}
      <FieldError id={errorId} error={error} />
    </fieldset>
  );
}
