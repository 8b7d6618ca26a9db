import { Fragment } from 'react';
import styles from './with-address.module.css';

/** The unbreakable parts of an address: scheme, host, port and path segments. */
const partsOf = (address: string): readonly string[] => address.split(/(?<=\/\/)|(?=:\d)|(?<=[^/]\/)(?=.)/);

/** A text with an address, which wraps only between parts of the address. */
export function WithAddress({ address, children }: { readonly address: string; readonly children: string }) {
  const [before = '', after = ''] = children.split(address);
  return (
    <>
      {before}
      {partsOf(address).map((part) => (
        <Fragment key={part}>
          <wbr />
          <span className={styles['part']}>{part}</span>
        </Fragment>
      ))}
      {after}
    </>
  );
}
