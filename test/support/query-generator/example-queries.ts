/** The example queries of the language document (sql-like-language 16), by their number. */
export const exampleQueries: Readonly<Record<string, string>> = {
  E01: `SELECT exitCount() FROM Employee_Exit
WHERE Service_Time IN periods(date("2024-01-01"), 12, period(1, Month));`,
  E02: `SELECT Service_Time AS "Month end", employeeCount() AS Heads
FROM Employee
WHERE Service_Time IN periods(date("2024-07-01"), 6, period(1, Month))`,
  E03: `SELECT level(Function, "Function") AS "Job function", level(Pay_Level, "Pay_Level"), averageSalary() AS "Average pay"
FROM Employee
WHERE Service_Time IN periods(date("2024-01-01"), 4, period(3, Month))`,
  E04: `SELECT employeeCount(), level(Gender, "Gender")
FROM Employee
WHERE isManager = TRUE AND Service_Time IN periods(date("2024-01-01"), 1, period(1, Month))`,
  E05: `SELECT employeeCount() AS n FROM Employee
WHERE Service_Time IN periods(date('2024-04-01'), 2, period(1, Month)) AND isHighPotential=FALSE AND Work_Model IN ('Hybrid')`,
  E06: `SELECT level(Exit_Reason, "Exit_Reason_1"), exitCount()
FROM Employee_Exit
WHERE Exit_Type IN ("Voluntary", "Retirement") AND Exit_Channel NOT IN ("Transfer")
  AND Service_Time IN periods(date("2024-01-01"), 2, period(6, Month))`,
  E07: `SELECT employeeCount(), level(Direct_Manager.Location, "Location_1") AS "Manager country"
FROM Employee
WHERE Service_Time IN periods(date("2023-07-01"), 3, period(1, Month))`,
  E08: `SELECT level(Employee.Function, "Function") AS "Left from", resignationRate() AS Rate
FROM Employee_Exit
WHERE Service_Time IN periods(date("2024-01-01"), 4, period(3, Month))`,
  E09: `SELECT isManager AS "Is manager", employeeCount() FROM Employee
WHERE Service_Time IN periods(date("2024-02-01"), 1, period(1, Month))`,
  E10: `SELECT averageSalary() AS "Avg pay", Work_Model FROM Employee`,
  E11: `SELECT requisitionCount() AS Total FROM Requisition`,
  E12: `SELECT payChangeTotal() FROM Pay_Change
WHERE Service_Time IN periods(date("2024-10-01"), 8, period(1, Quarter))`,
  E13: `SELECT Service_Time, employeeCount() FROM Employee
WHERE Service_Time IN periods(date("2024-11-28"), 3, period(1, Year))`,
  E14: `SELECT level(Location, "Location_0"), employeeCount() FROM Employee
WHERE Age >= 50 AND Service_Time IN periods(date("2024-01-01"), 1, period(1, Year))`,
  E15: `SELECT employeeCount() FROM Employee
WHERE Service_Time IN periods(date("2024-01-01"), 3, period(1, Month))
  AND (isManager = TRUE OR isHighPotential = TRUE) AND NOT Work_Model IN ("Office")`,
  E16: `SELECT requisitionCount() AS "Requisitions", openingCount() AS "Openings", level(Requisition_Status, "Requisition_Status")
FROM Requisition
WHERE Service_Time IN periods(date("2024-05-01"), 5, period(1, Month))`,
  E17: `SELECT employeeCountAbovePay(90000) AS "Above 90k", level(Function, "Function") FROM Employee
WHERE Service_Time IN periods(date("2024-01-01"), 1, period(1, Month))`,
  E18: `SELECT level(Location, "Location_0") AS Region, level(Location, "Location_2") AS City, employeeCount()
FROM Employee
WHERE Service_Time IN periods(date("2024-01-01"), 2, period(1, Month))`,
  E19: `select exitCount() as leavers, level(Exit_Reason, "Exit_Reason_0") as reason
from Employee_Exit
where Service_Time in periods(date("2024-01-01"), 12, period(1, Month)) and isRegrettedExit = true;`,
  E20: `SELECT Tenure_Range, employeeCount() FROM Employee
WHERE Location IN ("EMEA.Spain", "EMEA.Poland") AND Service_Time IN periods(date("2024-06-01"), 1, period(1, Month))`,
  E21: `SELECT exitCount() FROM Employee_Exit WHERE Service_Time IN periods(date("2024-03-01"), 29, period(1, Day))`,
  E22: `SELECT RequisitionID FROM Requisition
WHERE Service_Time BETWEEN date("2024-01-01") AND date("2024-07-01")`,
  E23: `SELECT EmployeeID AS "Person", level(Location, "Location_1") AS Country, Base_Salary
FROM Employee
WHERE Service_Time BETWEEN date("2023-01-01") AND date("2024-01-01");`,
  E24: `SELECT RequisitionID, Recruiter.Full_Name AS "Recruiter", Recruiter.Location FROM Requisition
WHERE Service_Time BETWEEN date('2024-01-01') AND date('2024-04-01') AND isOpenRequisition = TRUE`,
  E25: `SELECT Full_Name, Work_Email, Age FROM Employee
WHERE Work_Email = 'ana.ruiz@example.com' AND Service_Time BETWEEN date("2019-04-01") AND date("2024-04-01")`,
  E26: `SELECT Pay_Change.Change_Amount, Pay_Change.Change_Reason FROM Pay_Change
WHERE Pay_Change.Batch_Code = 'B-2024-03' AND Service_Time BETWEEN date("2024-03-01") AND date("2024-04-01")`,
  E27: `SELECT Position.Title, Position.PositionID FROM Position`,
  E28: `SELECT EmployeeID, isManager AS "Manager?" FROM Employee
WHERE Service_Time BETWEEN date("2024-01-01") AND date("2024-02-01")`,
  E29: `SELECT EmployeeID, Start_Date FROM Employee
WHERE Start_Date >= date("2023-06-01") AND Start_Date < date("2023-09-01")
  AND Service_Time BETWEEN date("2023-06-01") AND date("2024-01-01")`,
  E30: `SELECT EmployeeID FROM Employee
WHERE Work_Email IS NULL AND Full_Name != 'Pat O''Neil' AND Service_Time BETWEEN date("2024-01-01") AND date("2024-02-01")`,
  E31: `SELECT Exit_Date, Employee.EmployeeID, Employee.Function, Exit_Reason
FROM Employee_Exit
WHERE Service_Time BETWEEN date("2024-01-01") AND date("2025-01-01") AND isRegrettedExit = TRUE`,
  E32: `SELECT Service_Time AS "As of", EmployeeID, Pay_Level FROM Employee
WHERE Service_Time BETWEEN date("2024-01-01") AND date("2024-07-01")`,
  E33: `SELECT EmployeeID, Age FROM Employee
WHERE Age BETWEEN 30 AND 39 AND EmployeeID IN ('P-1001', 'P-1002')
  AND Service_Time BETWEEN date("2024-01-01") AND date("2024-02-01")`,
};
