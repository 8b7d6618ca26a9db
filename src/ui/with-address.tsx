import { Fragment } from 'react';
import styles from './with-address.module.css';

/** The parts of an address that stay whole: what stands before the host, the host, its port, and each part of the path. */
const partsOf = (address: string): readonly string[] => address.split(/(?<=\/\/)|(?=:\d)|(?<=[^/]\/)(?=.)/);

/** A text with an address in it, which breaks between the parts of the address alone. */
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
