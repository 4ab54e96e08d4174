/** Facts of a company: who founded it, who leads it, where it is, how to call it. */
const companyFacts =
  /\b(?:found(?:ed|ers?)|co-?founders?|c[etfo]o|chief executive|headquarter\w*|head office|employees|investors?|shareholders?|phone numbers?|telephone|fax|postal address|the company|gegründet|gründer\w*|geschäftsführer\w*|hauptsitz|telefonnummer|fondée?|fondateurs?|siège social|pdg|fundador(?:es|as?)?|fundad[ao]|sede central|teléfono)\b|创始人|创立|总部|员工人数|投资人|电话|这家公司|創業者|設立|本社|社員数|電話番号|설립|창업자|본사/iu;

/**
 * Whether a question asks about a company: what a page says of one holds for that one alone, and documentation
 * that describes the products of others has such sentences about them.
 */
export function asksAboutCompany(question: string): boolean {
  return companyFacts.test(question);
}
