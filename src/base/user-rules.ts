// Rules for the fields of users that the editor's checks of a users file and the service share.

/** Form of a user name in which names that differ in case only are equal. */
export function foldUserName(username: string): string {
  return username.normalize("NFC").toLowerCase();
}

/** Whether a text has the form of an e-mail address. */
export function isEmailAddress(text: string): boolean {
  return /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/.test(text);
}

/** Whether a text is a date, or a time with an offset, in ISO 8601. */
export function isDateOrInstant(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2}))?$/.test(text) &&
    !Number.isNaN(Date.parse(text))
  );
}
