import { ConnectorCaller } from "../support/connector-caller.ts";
import { hasCurl, hasGnuPg, runJourney } from "../support/journey-script.ts";
import { startTestService, type TestService } from "../support/running-service.ts";

/** Scripts that use the service as somebody with a shell does. */
suite("the journeys by curl", function () {
  this.timeout(180_000);
  let test_: TestService;
  suiteSetup(async () => {
    test_ = await startTestService();
    // GnuPG goes by the time of the machine.
    await test_.clock.advance(Date.now() - test_.clock.now());
  });
  suiteTeardown(() => test_.dispose());

  test("of a data engineer ends with the numbers that it should", async function () {
    if (!hasCurl()) {
      this.skip();
    }
    await runJourney("data-engineer.sh", test_);
  });

  test("of a data engineer with a source system ends with the numbers that it should", async function () {
    if (!hasCurl()) {
      this.skip();
    }
    const rows = [1, 2, 3].map((number) => `S-${number},2025-06-01,2026-01-01\n`).join("");
    const path = await new ConnectorCaller(test_).writeFiles("journey", {
      "staff.csv": `employee_id,effective_date,changed\n${rows}`,
    });
    await runJourney("data-engineer-source.sh", test_, {
      CONNECTOR: "hris-files",
      PROVIDER: "folder",
      RIGHT: JSON.stringify({ path }),
      WRONG: JSON.stringify({ path: "/etc" }),
      WRONG_MESSAGE: 'may not use "/etc".*allowedFolders',
      TABLES: "Employee: staff.csv",
    });
  });

  test("of an analyst who exports ends with the numbers that it should", async function () {
    if (!hasCurl()) {
      this.skip();
    }
    await runJourney("analyst-export.sh", test_);
  });

  test("of an administrator of users ends with nobody seeing what is not theirs", async function () {
    if (!hasCurl()) {
      this.skip();
    }
    await runJourney("administrator-users.sh", test_, { DATA_FOLDER: test_.dataFolder });
  });

  test("of an administrator who replaces a key ends with the new key's file alone", async function () {
    if (!hasCurl() || !hasGnuPg()) {
      this.skip();
    }
    await runJourney("administrator-key.sh", test_);
  });

  test("of an analyst with a project ends with the numbers that it should", async function () {
    if (!hasCurl()) {
      this.skip();
    }
    await runJourney("analyst-project.sh", test_);
  });

  test("of an analyst who saves a report ends with the numbers that it should", async function () {
    if (!hasCurl()) {
      this.skip();
    }
    const other = test_.service.credentials.users.find(({ username }) => username.startsWith("viewer@"));
    await runJourney("analyst-report.sh", test_, {
      OTHER_USER: other?.username ?? "",
      OTHER_PASSWORD: other?.password ?? "",
    });
  });

  test("of an analyst who asks in plain words ends with the numbers that it should", async function () {
    if (!hasCurl()) {
      this.skip();
    }
    await runJourney("analyst-question.sh", test_);
  });

  test("of an analyst who may not see pay ends with nothing about pay", async function () {
    if (!hasCurl()) {
      this.skip();
    }
    await runJourney("analyst-without-pay.sh", test_, { DATA_FOLDER: test_.dataFolder });
  });

  test("of an administrator tells a webhook of a load that failed while its target was away", async function () {
    if (!hasCurl()) {
      this.skip();
    }
    await runJourney("administrator-webhook.sh", test_, {}, [
      "Waiting for the next attempt",
      () => test_.clock.advance(5 * 60_000),
    ]);
  });
});
