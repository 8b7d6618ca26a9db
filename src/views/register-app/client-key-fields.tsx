import { type ClipboardEvent, type ReactNode, type RefObject, useId, useRef } from 'react';
import { useText } from '#src/app/text.ts';
import { FieldError } from '#src/ui/input-field.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import facts from '#src/views/registration/facts.module.css';

const GROUPS = [0, 1, 2, 3] as const;
const LENGTH = 4;

const keyCharacters = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[^a-z0-9]/gi, '')
    .toUpperCase();

/** The client key in four groups of four; what is pasted or typed on goes over all of them. */
export function ClientKeyFields({
  value,
  onChange,
  error,
  isBusy,
  field,
}: {
  readonly value: readonly string[];
  readonly onChange: (groups: readonly string[]) => void;
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

  function fill(from: number, typed: string) {
    const rest = keyCharacters(typed);
    const next = GROUPS.map((group) => {
      if (group < from) return value[group] ?? '';
      const part = rest.slice((group - from) * LENGTH, (group - from + 1) * LENGTH);
      return group === from || part !== '' ? part : (value[group] ?? '');
    });
    onChange(next);
    const last = Math.min(GROUPS.length - 1, from + Math.floor(rest.length / LENGTH));
    if (rest.length >= LENGTH) refOf(last).current?.focus();
  }

  function paste(event: ClipboardEvent) {
    const text = keyCharacters(event.clipboardData.getData('text'));
    if (text.length <= LENGTH) return;
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
          value={value[group] ?? ''}
          onChange={(typed) => fill(group, typed)}
          {...(group === 0 && error ? { 'aria-invalid': true, 'aria-describedby': errorId } : {})}
        />
      ))}
      <FieldError id={errorId} error={error} />
    </fieldset>
  );
}
