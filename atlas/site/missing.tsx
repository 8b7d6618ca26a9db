import { useText } from './interface-texts.ts';

/** Shown for an address that does not exist. */
export function Missing() {
  const text = useText();
  return (
    <>
      <h1 tabIndex={-1}>{text('title')}</h1>
      <p role="alert">{text('unknownAddress')}</p>
    </>
  );
}
