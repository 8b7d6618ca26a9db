import { Fragment } from 'react';
import styles from './with-address.module.css';

/** The position after `//`, before a port, or after any other slash except the last character. */
const PART_BOUNDARY = /(?<=\/\/)|(?=:\d)|(?<=[^/]\/)(?=.)/;

/** The parts between which an address may break into lines: scheme, host, port and path segments. */
const partsOf = (address: string): readonly string[] => address.split(PART_BOUNDARY);

/** A text that contains an address. The address breaks into lines only between its parts. */
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
