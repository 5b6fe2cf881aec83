import type { MemberSynonyms, ModelTexts } from "../model/tenant-model.ts";

/**
 * Explanations, tags and synonyms of the sample model: of metrics and analytic objects by id, of everything else by its
 * object's id and its own. An explanation names no other element of the model, which a reader of it may not see.
 */
export const sampleTexts: Readonly<Record<string, ModelTexts>> = {
  employeeCount: {
    explanation: "People who are employed at the end of each interval. Contractors and leavers are not counted.",
    tags: ["headcount"],
    synonyms: ["headcount", "number of employees", "workforce size", "staff count", "number of people"],
  },
  averageSalary: {
    explanation: "Average of the yearly base pay of the people employed at the end of each interval.",
    tags: ["pay"],
    synonyms: ["average pay", "mean salary", "average base salary", "average compensation"],
  },
  employeeCountAbovePay: {
    explanation: "People employed at the end of each interval whose yearly base pay is above the threshold.",
    tags: ["headcount", "pay"],
    synonyms: ["headcount above pay", "number of employees above pay", "high earners"],
  },
  requisitionCount: {
    explanation: "Requisitions that exist at the end of each interval, whatever their status.",
    tags: ["hiring"],
    synonyms: ["number of requisitions", "requisitions"],
  },
  openingCount: {
    explanation: "Requisitions that are open at the end of each interval, one for each vacancy.",
    tags: ["hiring"],
    synonyms: ["openings", "open positions", "vacancies", "number of openings", "open requisitions"],
  },
  exitCount: {
    explanation: "Times that somebody left the company within each interval, for any reason.",
    tags: ["turnover"],
    synonyms: ["exits", "leavers", "departures", "terminations", "number of exits", "separations"],
  },
  resignationCount: {
    explanation: "Times that somebody left of their own accord within each interval.",
    tags: ["turnover"],
    synonyms: ["resignations", "voluntary exits", "quits", "number of resignations"],
  },
  resignationRate: {
    explanation: "Resignations within each interval as a share of the people employed at its end.",
    tags: ["turnover"],
    synonyms: ["voluntary turnover", "attrition rate", "attrition", "turnover rate", "turnover"],
  },
  startCount: {
    explanation: "Times that somebody began to work for the company within each interval.",
    tags: ["hiring"],
    synonyms: ["hires", "new hires", "starts", "joiners", "number of hires", "new employees"],
  },
  payChangeTotal: {
    explanation: "Sum of the changes of yearly base pay within each interval; a cut counts as negative.",
    tags: ["pay"],
    synonyms: ["total pay change", "raises", "pay increases", "salary changes"],
  },
  positionCount: {
    explanation: "Positions that exist at the end of each interval, filled or not.",
    tags: ["organization"],
    synonyms: ["positions", "number of positions", "seats"],
  },

  Employee: {
    explanation: "A person who works for the company, with the changes over time.",
    tags: ["people"],
    synonyms: ["employees", "people", "staff", "workers", "workforce", "personnel"],
  },
  Position: {
    explanation: "A place in the organization that a person can fill.",
    tags: ["organization"],
    synonyms: ["seat", "role"],
  },
  Skill: {
    explanation: "Something that people know how to do.",
    tags: ["talent"],
    synonyms: ["skills", "competence", "competences"],
  },
  Requisition: {
    explanation: "A request to fill a vacancy, from its draft until it is filled or cancelled.",
    tags: ["hiring"],
    synonyms: ["job requisition", "job opening"],
  },
  Employee_Exit: {
    explanation: "The event that a person leaves the company.",
    tags: ["turnover"],
    synonyms: ["exit", "leaver", "termination", "departure"],
  },
  Employment_Start: {
    explanation: "The event that a person begins to work for the company.",
    tags: ["hiring"],
    synonyms: ["hire", "new hire", "joiner"],
  },
  Pay_Change: {
    explanation: "The event that a person's yearly base pay changes.",
    tags: ["pay"],
    synonyms: ["salary change", "raise", "pay increase"],
  },

  "Employee.EmployeeID": {
    explanation: "Identifies a person in all systems of the company.",
    synonyms: ["personnel number", "employee number"],
  },
  "Employee.Full_Name": { explanation: "First and last name.", synonyms: ["name", "employee name"] },
  "Employee.Work_Email": { explanation: "E-mail address at work.", synonyms: ["e-mail", "mail address"] },
  "Employee.Age": { explanation: "Completed years of life.", tags: ["demographics"], synonyms: ["years of age"] },
  "Employee.Base_Salary": {
    explanation: "Yearly pay without bonus, in one currency for everybody.",
    tags: ["pay"],
    synonyms: ["salary", "pay", "base pay", "annual salary", "compensation"],
  },
  "Employee.Start_Date": {
    explanation: "First day of the employment.",
    tags: ["tenure"],
    synonyms: ["hire date", "joining date"],
  },
  "Employee.Gender": {
    explanation: "Gender as declared by the person.",
    tags: ["demographics"],
    synonyms: ["sex", "men and women"],
  },
  "Employee.Location": {
    explanation: "Where the person works: region, country and city.",
    tags: ["organization"],
    synonyms: ["place", "work location", "geography"],
  },
  "Employee.Location.Location_0": { explanation: "Part of the world.", synonyms: ["world region", "continent"] },
  "Employee.Location.Location_1": { explanation: "Country of work.", synonyms: ["nation"] },
  "Employee.Location.Location_2": { explanation: "City of work.", synonyms: ["town", "site"] },
  "Employee.Function": {
    explanation: "What the person's part of the company does.",
    tags: ["organization"],
    synonyms: ["department", "business function", "job function"],
  },
  "Employee.Pay_Level": {
    explanation: "Step of the pay scale, from entry to executive.",
    tags: ["pay"],
    synonyms: ["grade", "pay grade", "seniority", "job level"],
  },
  "Employee.Work_Model": {
    explanation: "Whether the person works in an office, from home or both.",
    tags: ["organization"],
    synonyms: ["work arrangement", "working model", "remote work"],
  },
  "Employee.Org_Unit": {
    explanation: "Unit of the organization, from the whole company down to teams.",
    tags: ["organization"],
    synonyms: ["organization", "organizational unit", "division", "team"],
  },
  "Employee.Tenure_Range": {
    explanation: "Years with the company, in ranges.",
    tags: ["tenure"],
    synonyms: ["tenure", "length of service", "seniority range"],
  },
  "Employee.isManager": {
    explanation: "Whether somebody reports to the person.",
    tags: ["organization"],
    synonyms: ["managers", "manager", "people leaders", "bosses"],
  },
  "Employee.isHighPotential": {
    explanation: "Whether the last review saw a high potential.",
    tags: ["talent"],
    synonyms: ["high potentials", "top talent", "high performers"],
  },
  "Employee.Direct_Manager": { explanation: "Person whom this one reports to.", synonyms: ["supervisor", "boss"] },
  "Employee.Position": { explanation: "Place in the organization that the person fills." },
  "Employee.Skill": { explanation: "What the person knows how to do, from none to several." },

  "Position.PositionID": { explanation: "Identifies a position.", synonyms: ["position number"] },
  "Position.Title": { explanation: "Title of the job.", synonyms: ["job title"] },
  "Position.Job_Family": {
    explanation: "Kind of work, in groups of related families.",
    tags: ["organization"],
    synonyms: ["job type", "profession", "occupation"],
  },
  "Position.Job_Family.Job_Family_0": { explanation: "Group of related job families.", synonyms: ["family group"] },
  "Position.Job_Family.Job_Family_1": { explanation: "Kind of work.", synonyms: ["family"] },

  "Skill.SkillID": { explanation: "Identifies a skill.", synonyms: ["skill number"] },
  "Skill.Name": { explanation: "What the skill is called." },

  "Requisition.RequisitionID": { explanation: "Identifies a requisition.", synonyms: ["requisition number"] },
  "Requisition.Opened_On": { explanation: "Day on which the vacancy was published.", synonyms: ["opening date"] },
  "Requisition.Requisition_Status": {
    explanation: "How far the search has come.",
    tags: ["hiring"],
    synonyms: ["hiring status", "hiring stage"],
  },
  "Requisition.isOpenRequisition": {
    explanation: "Whether the vacancy is still to be filled.",
    tags: ["hiring"],
    synonyms: ["still open", "unfilled"],
  },
  "Requisition.Recruiter": { explanation: "Person who looks for candidates.", synonyms: ["hiring partner"] },

  "Employee_Exit.Exit_Date": { explanation: "Last day of the employment.", synonyms: ["last day", "leaving date"] },
  "Employee_Exit.Exit_Note": { explanation: "Remark made when the person left.", synonyms: ["remark"] },
  "Employee_Exit.Exit_Reason": {
    explanation: "Why the person left, as said in the exit interview.",
    tags: ["turnover"],
    synonyms: ["reason for leaving", "leaving reason"],
  },
  "Employee_Exit.Exit_Reason.Exit_Reason_0": { explanation: "Group of related reasons.", synonyms: ["reason group"] },
  "Employee_Exit.Exit_Reason.Exit_Reason_1": { explanation: "Single reason.", synonyms: ["reason"] },
  "Employee_Exit.Exit_Type": {
    explanation: "Whether the person or the company ended the employment.",
    tags: ["turnover"],
    synonyms: ["type of exit", "termination type"],
  },
  "Employee_Exit.Exit_Channel": {
    explanation: "Way in which the employment ended.",
    tags: ["turnover"],
    synonyms: ["way of leaving"],
  },
  "Employee_Exit.isRegrettedExit": {
    explanation: "Whether the company would have liked to keep the person.",
    tags: ["turnover"],
    synonyms: ["regretted exits", "regretted"],
  },
  "Employee_Exit.Employee": { explanation: "Person who left." },

  "Employment_Start.Start_Source": {
    explanation: "How the company found the person.",
    tags: ["hiring"],
    synonyms: ["hiring source", "recruiting channel", "source of hire"],
  },
  "Employment_Start.Employee": { explanation: "Person who began." },

  "Pay_Change.Change_Amount": {
    explanation: "Difference between the yearly base pay after and before.",
    tags: ["pay"],
    synonyms: ["raise amount"],
  },
  "Pay_Change.Change_Reason": { explanation: "Why the pay changed.", tags: ["pay"], synonyms: ["reason for raise"] },
  "Pay_Change.Batch_Code": { explanation: "Payroll run that brought the change.", synonyms: ["payroll run"] },
  "Pay_Change.Employee": { explanation: "Person whose pay changed." },
};

/** Other names of the sample's members, by member list and path. */
export const sampleMemberSynonyms: MemberSynonyms = {
  Gender: {
    Female: ["women", "woman", "females"],
    Male: ["men", "man", "males"],
    X: ["nonbinary", "diverse"],
    ND: ["undisclosed"],
  },
  Location: {
    AMER: ["America", "North and South America"],
    "AMER.US": ["USA", "United States of America", "America (US)"],
    "AMER.US.New_York": ["NYC", "New York City"],
    "AMER.Canada.Montreal": ["Montreal"],
    "AMER.Mexico": ["Mexico"],
    "AMER.Brazil": ["Brazil"],
    "AMER.Brazil.Sao_Paulo": ["Sao Paulo"],
    EMEA: ["Europe"],
    "EMEA.UK": ["Great Britain", "Britain", "England"],
    "EMEA.Spain": ["Spain"],
    "EMEA.Spain.Malaga": ["Malaga"],
    "EMEA.Poland": ["Poland"],
    "EMEA.Poland.Krakow": ["Cracow", "Krakow"],
    "EMEA.Poland.Warsaw": ["Warsaw"],
    "EMEA.Germany": ["Germany"],
    "EMEA.Germany.Munich": ["Munich"],
    APAC: ["Asia", "Asia Pacific"],
    "APAC.India.Bengaluru": ["Bangalore"],
  },
  Function: {
    GM: ["Management"],
    Engineering: ["Software Engineering", "Developers", "Engineers"],
    Product: ["Product"],
    RnD: ["R&D", "Research"],
    IT: ["IT", "Tech Support"],
    Customer_Support: ["Support", "Customer Service"],
    Manufacturing: ["Production"],
    Supply_Chain: ["Logistics"],
    HR: ["People and Culture", "Personnel Department"],
    Legal: ["Compliance"],
  },
  Pay_Level: {
    L1: ["Junior"],
    L3: ["Professional"],
    L7: ["Directors"],
    L8: ["Executives", "C-level"],
  },
  Work_Model: {
    Office: ["On-site", "In the office"],
    Hybrid: ["Partly remote"],
    Remote: ["Home office", "From home", "Work from home"],
  },
  Tenure_Range: { "0_1": ["Newcomers", "First year"] },
  Requisition_Status: { On_Hold: ["Paused"], Cancelled: ["Canceled"] },
  Exit_Type: { Voluntary: ["Own wish"], Involuntary: ["Let go"], Retirement: ["Retired"] },
  Exit_Reason: { "Career.Better_Offer": ["Competitor"], "Conditions.Pay": ["Money"] },
  Exit_Channel: { Redundancy: ["Layoff", "Laid off"], Dismissal: ["Fired", "Dismissed"] },
  Start_Source: { Campus: ["University", "College"], Agency: ["Headhunter"], Referral: ["Referred"] },
};
