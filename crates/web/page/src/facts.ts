// What the board tells about a move, looked up.
import type { Fact } from './protocol.js';

type Of<Name extends Fact['fact']> = Extract<Fact, { fact: Name }>;

/** The first fact of a kind. */
export const factOf = <Name extends Fact['fact']>(facts: readonly Fact[], name: Name): Of<Name> | undefined =>
  facts.find((fact): fact is Of<Name> => fact.fact === name);
