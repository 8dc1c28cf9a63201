// What a check throws: a code of the registry of refusals (section 14).
// "Exceptions inside a check are refusals, never 'undecided'" (section 16): everything else that is thrown is a bug.

export class Refusal extends Error {
  /** @param {string} code a name of section 14; @param {string} [requirement] such as 'E7' */
  constructor(code, requirement = '', detail = '') {
    super(`${code}${requirement ? ` [${requirement}]` : ''}${detail ? `: ${detail}` : ''}`);
    this.code = code;
    this.requirement = requirement;
    this.detail = detail;
  }
}

export function refuse(code, requirement, detail) {
  throw new Refusal(code, requirement, detail);
}

/** Run a check that may refuse with any code, and report another one in its place. */
export function as(code, requirement, check) {
  try {
    return check();
  } catch (error) {
    if (error instanceof Refusal) throw new Refusal(code, requirement, error.message);
    throw error;
  }
}

/** The end of a link. It changes no record: the game can go on over another one (section 13.4). */
export class LinkLost extends Error {}
