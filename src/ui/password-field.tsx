import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { EyeIcon, EyeOffIcon } from '#src/ui/eye-icons.tsx';
import { type FieldProps, InputField } from '#src/ui/input-field.tsx';
import styles from './password-field.module.css';

export interface PasswordFieldProps extends FieldProps {
  /** The names of the button that shows and hides the password. */
  readonly labels: { readonly show: string; readonly hide: string };
  /** The hint that is shown while Caps Lock is on. */
  readonly capsLock: string;
  /** Content that is shown while the password is visible. */
  readonly visibleMessage?: ReactNode;
}

/** A password field with a button that shows and hides the password. */
export function PasswordField({ labels, capsLock, visibleMessage, onChange, ...props }: PasswordFieldProps) {
  const [isPasswordShown, setIsPasswordShown] = useState(false);
  const [isCapsLockOn, setIsCapsLockOn] = useState(false);
  const buttonName = isPasswordShown ? labels.hide : labels.show;

  function readCapsLock(event: KeyboardEvent<HTMLInputElement> | MouseEvent<HTMLInputElement>) {
    setIsCapsLockOn(event.getModifierState('CapsLock'));
  }

  const input = (
    <InputField
      {...props}
      type={isPasswordShown ? 'text' : 'password'}
      status={isCapsLockOn ? capsLock : undefined}
      onChange={(field) => onChange?.(field.value)}
      onKey={readCapsLock}
      onBlur={() => setIsCapsLockOn(false)}
      adornment={
        <button
          type="button"
          className={styles['toggle']}
          title={buttonName}
          disabled={props.disabled}
          onMouseDown={keepFocus}
          onClick={() => setIsPasswordShown(!isPasswordShown)}
        >
          {isPasswordShown ? <EyeOffIcon /> : <EyeIcon />}
        </button>
      }
    />
  );
  return (
    <>
      {input}
      {isPasswordShown ? visibleMessage : null}
    </>
  );
}

/** When the button is pressed, the focus stays in the field, so that the keyboard of a phone stays open. */
function keepFocus(event: MouseEvent) {
  event.preventDefault();
}
