/** All texts of a connection's page in English, beside those of its fields. */
export const englishConnectionStrings = {
  connection: "Connection",
  advanced: "Advanced",
  required: "required",
  stored: "Stored; leave empty to keep it",
  browse: "Browse...",
  browseFor: "Browse for {0}",
  test: "Test",
  save: "Save",
  saveUntested: "Save Anyway",
  saveUntestedNote:
    "Save Anyway stores the connection as it is, for example while you are offline. A new one is not made active.",
  cancel: "Cancel",
  stop: "Stop",
  testing: "Testing the connection...",
  saving: "Testing the connection before it is saved...",
  stopped: "Stopped. Nothing was saved.",
  failedAt: "The connection does not work. The marked field is likely wrong.",
  invalid: "Not sent. Correct the marked fields.",
  loadFailed: "The connection could not be shown.",
  retry: "Try Again",
  malformedAnswer: "The extension sent an unexpected response. Close this page and open it again.",
};

export type ConnectionStrings = Readonly<Record<keyof typeof englishConnectionStrings, string>>;
