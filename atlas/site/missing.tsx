import { useText } from './texts.ts';

/** In place of what the address names and what is not there. */
export function Missing() {
  const text = useText();
  return (
    <>
      <h1 tabIndex={-1}>{text('title')}</h1>
      <p role="alert">{text('missing')}</p>
    </>
  );
}
