import { type ClipboardEvent, type ReactNode, type RefObject, useId, useRef } from 'react';
import { useText } from '#src/app/text.ts';
import { fillField } from '#src/ui/field-text.ts';
import type { Fields } from '#src/ui/form-event.ts';
import { FieldError } from '#src/ui/input-field.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import facts from '#src/views/registration/facts.module.css';

const GROUPS = [0, 1, 2, 3] as const;
const GROUP_LENGTH = 4;

const keyCharacters = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[^a-z0-9]/gi, '')
    .toUpperCase();

/** The key in the fields. */
export const clientKey = (fields: Fields): string =>
  GROUPS.map((group) => fields[`key${group}`] ?? '').join('');

/** The client key in four groups of four; pasted text, and text typed beyond a group, continues in the next groups. */
export function ClientKeyFields({
  defaultValue,
  onChange,
  error,
  isBusy,
  field,
}: {
  /** The initial key. */
  readonly defaultValue: string;
  readonly onChange: () => void;
  readonly error: ReactNode;
  readonly isBusy: boolean;
  /** The first group. */
  readonly field: RefObject<HTMLInputElement | null>;
}) {
  const text = useText();
  const errorId = useId();
  const others = [
    useRef<HTMLInputElement>(null),
    useRef<HTMLInputElement>(null),
    useRef<HTMLInputElement>(null),
  ];
  const refOf = (group: number) => (group === 0 ? field : (others[group - 1] ?? field));

  function fill(from: number, text: string) {
    const rest = keyCharacters(text);
    for (const group of GROUPS) {
      const part = rest.slice(Math.max(0, group - from) * GROUP_LENGTH, (group - from + 1) * GROUP_LENGTH);
      const { current } = refOf(group);
      if ((group === from || (group > from && part !== '')) && current?.value !== part)
        fillField(current, part);
    }
    onChange();
    const last = Math.min(GROUPS.length - 1, from + Math.floor(rest.length / GROUP_LENGTH));
    if (rest.length >= GROUP_LENGTH) refOf(last).current?.focus();
  }

  function paste(event: ClipboardEvent) {
    const text = keyCharacters(event.clipboardData.getData('text'));
    if (text.length <= GROUP_LENGTH) return;
    event.preventDefault();
    fill(0, text);
  }

  return (
    <fieldset className={facts['key']} onPaste={paste}>
      <legend>{text('registerApp.clientKey')}</legend>
      {GROUPS.map((group) => (
        <TextField
          key={group}
          ref={refOf(group)}
          label={text('registerApp.group', { number: group + 1 })}
          name={`key${group}`}
          autoComplete="off"
          autoFocus={group === 0}
          readOnly={isBusy}
          defaultValue={defaultValue.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH)}
          onChange={(value) => fill(group, value)}
          {...(group === 0 && error ? { 'aria-invalid': true, 'aria-describedby': errorId } : {})}
        />
      ))}
      <FieldError id={errorId} error={error} />
    </fieldset>
  );
}
