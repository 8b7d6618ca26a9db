import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { EyeIcon, EyeOffIcon } from '#src/ui/eye-icons.tsx';
import { type FieldProps, InputField } from '#src/ui/input-field.tsx';
import styles from './password-field.module.css';

export interface PasswordFieldProps extends FieldProps {
  /** Names of the button that shows and hides the typed text. */
  readonly labels: { readonly show: string; readonly hide: string };
  /** Shown while Caps Lock is on in this field. */
  readonly capsLock: string;
  /** Announced while the password is visible. */
  readonly visibleMessage?: ReactNode;
}

/** A password field whose content can be shown. */
export function PasswordField({ labels, capsLock, visibleMessage, onChange, ...props }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const [isCapsLockOn, setIsCapsLockOn] = useState(false);
  const name = isShown ? labels.hide : labels.show;

  function readCapsLock(event: KeyboardEvent<HTMLInputElement> | MouseEvent<HTMLInputElement>) {
    setIsCapsLockOn(event.getModifierState('CapsLock'));
  }

  const input = (
    <InputField
      {...props}
      type={isShown ? 'text' : 'password'}
      status={isCapsLockOn ? capsLock : undefined}
      onChange={(field) => onChange?.(field.value)}
      onKey={readCapsLock}
      onBlur={() => setIsCapsLockOn(false)}
      adornment={
        <button
          type="button"
          className={styles['toggle']}
          title={name}
          disabled={props.disabled}
          onMouseDown={keepFocus}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? <EyeOffIcon /> : <EyeIcon />}
        </button>
      }
    />
  );
  return (
    <>
      {input}
      {isShown ? visibleMessage : null}
    </>
  );
}

/** Keeps the caret in the field, and a phone's keyboard open, when the button is pressed. */
function keepFocus(event: MouseEvent) {
  event.preventDefault();
}
