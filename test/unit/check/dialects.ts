/**
 * Charges of reservation 5512 in lists of the shapes that real services have, and where what is in them, with a question mark
 * behind what is asked about.
 */
export const DIALECTS: Array<[name: string, answer: string, spots: string]> = [
	[
		'mews',
		'{"OrderItems":[{"Id":"a1-0","AccountId":"guest-7","AccountType":"Customer","OrderId":"5512","ServiceId":"sv-1","Notes":null,"BillingName":"Late checkout","ExternalIdentifier":"order-1","State":{"Accounting":"Open"},"Options":null,"CreatedUtc":"2026-11-01T10:20:30Z","CreatorProfileId":"p1","UpdatedUtc":"2026-11-01T10:20:30Z","UpdaterProfileId":"p1","ConsumedUtc":"2026-11-20T23:00:00Z","CanceledUtc":null,"ClosedUtc":"2026-11-23T10:00:00Z","StartUtc":null,"ClaimedUtc":null,"UnitCount":1,"UnitAmount":{"Currency":"EUR","NetValue":11.68,"GrossValue":12.5,"TaxValues":[{"Code":"DE-R","Value":0.82}]},"Amount":{"Currency":"EUR","NetValue":11.68,"GrossValue":12.5,"TaxValues":[{"Code":"DE-R","Value":0.82}]},"OriginalAmount":{"Currency":"EUR","NetValue":11.68,"GrossValue":12.5},"RevenueType":"Additional","BillId":"b-1","InvoiceId":null,"AccountingCategoryId":"ac-1","TaxExemptionReason":null},{"Id":"a1-1","AccountId":"guest-7","AccountType":"Customer","OrderId":"5512","ServiceId":"sv-1","BillingName":"Spa","ExternalIdentifier":"order-2","CreatedUtc":"2026-11-01T10:20:30Z","CreatorProfileId":"p1","UpdatedUtc":"2026-11-01T10:20:30Z","UpdaterProfileId":"p1","ConsumedUtc":"2026-11-21T23:00:00Z","UnitCount":2,"UnitAmount":{"Currency":"EUR","NetValue":37.5,"GrossValue":40.1},"Amount":{"Currency":"EUR","NetValue":75,"GrossValue":80.2},"OriginalAmount":{"Currency":"EUR","NetValue":75,"GrossValue":80.2},"BillId":"b-1","AccountingCategoryId":"ac-1"}],"Cursor":null}',
		'OrderId {reservationId}, Id {id}, Amount.GrossValue {amount}, ConsumedUtc {date as utc}, BillId {destinationAccount}, AccountingCategoryId {accountCode}, ExternalIdentifier {reference}, BillingName {description}',
	],
	[
		'cloudbeds',
		'{"success":true,"data":[{"propertyID":"1","reservationID":"5512","subReservationID":"5512-1","houseAccountID":"","guestID":"88","propertyName":"Hotel","transactionDateTime":"2026-11-21 10:20:30","transactionDateTimeUTC":"2026-11-21 09:20:30","transactionLastModifiedDateTime":"2026-11-21 10:20:30","guestCheckIn":"2026-11-20","guestCheckOut":"2026-11-25","roomTypeID":"rt","roomTypeName":"Double","roomName":"12","guestName":"Ada","description":"Spa","category":"custom_item","transactionCode":"4400","notes":"","quantity":"1","amount":80.25,"currency":"EUR","userName":"api","transactionType":"debit","transactionCategory":"product","itemCategoryName":"Wellness","transactionID":"9001","parentTransactionID":"","cardType":"","isDeleted":false}],"count":1,"total":1}',
		'reservationID {reservationId}, transactionID {id}, amount {amount}, transactionDateTime {date as yyyy-MM-dd HH:mm:ss}, transactionCode {accountCode}, description {description}',
	],
	[
		'guesty',
		'{"status":200,"data":{"_id":"5512","guestId":"g","listingId":"l","money":{"currency":"EUR","invoiceItems":[{"_id":"66a1","type":"ADDITIONAL","normalType":"AFE","secondIdentifier":"SPA","title":"Spa","amount":80.25,"currency":"EUR","isLocked":false,"isTax":false,"createdAt":"2026-11-01T10:00:00.000Z"},{"_id":"66a2","type":"ADDITIONAL","normalType":"AFE","secondIdentifier":"LCO","title":"Late","amount":12.5,"currency":"EUR","isLocked":false,"isTax":false,"createdAt":"2026-11-01T10:00:00.000Z"}],"payments":[{"_id":"77","amount":50,"note":"card","paidAt":"2026-11-01T10:00:00.000Z"}]}}}',
		'_id {id}, amount {amount}, title {description}',
	],
	[
		'apaleo',
		'{"charges":[{"id":"5512-1-A","serviceType":"Other","name":"Spa","translatedNames":{"en":"Spa"},"isPosted":false,"serviceDate":"2026-11-21","created":"2026-11-01T12:00:00+01:00","amount":{"grossAmount":80.25,"netAmount":75,"vatType":"Reduced","vatPercent":7,"currency":"EUR"},"quantity":1,"type":"Charge","subAccountId":"BER-SPA","reservation":{"id":"5512"},"receipt":"order-1","routedTo":"folio-2"}],"count":1}',
		'reservation.id {reservationId}, id {id}, amount.grossAmount {amount}, serviceDate {date}, routedTo {destinationAccount}, subAccountId {accountCode}, receipt {reference}, name {description}',
	],
	[
		'checkfront',
		'{"version":"3.0","host_id":"demo","request":{"status":"OK","timestamp":1795215600,"records":1,"limit":100},"booking":{"booking_id":"5512","customer_name":"Ada","total":"92.75","tax_total":"6.00","items":[{"line_id":1,"item_id":12,"category_id":3,"sku":"spa","name":"Spa","summary":"","qty":1,"sub_total":"75.00","tax_total":"5.25","total":"80.25","start_date":1795215600,"end_date":1795302000,"date_desc":"Sat Nov 21, 2026","status_id":"PEND"},{"line_id":2,"item_id":13,"category_id":4,"sku":"lco","name":"Late","summary":"","qty":1,"sub_total":"11.68","tax_total":"0.82","total":"12.50","start_date":1795302000,"end_date":1795388400,"date_desc":"Sun Nov 22, 2026","status_id":"PEND"}]}}',
		'line_id {id}, total {amount as text}, start_date {date as unixSeconds}, category_id {accountCode as number}, name {description}',
	],
	[
		'beds24',
		'{"success":true,"type":"booking","count":1,"pages":{"nextPageExists":false,"nextPageLink":null},"data":[{"id":5512,"propertyId":1,"roomId":2,"status":"confirmed","arrival":"2026-11-20","departure":"2026-11-25","numAdult":2,"title":"","firstName":"Ada","lastName":"L","email":"a@b.c","notes":"Quiet room","referer":"Direct","apiReference":"X1","price":480.5,"deposit":0,"tax":0,"bookingTime":"2026-11-01T10:00:00Z","modifiedTime":"2026-11-01T10:00:00Z","invoiceItems":[{"id":991,"type":"charge","invoiceeId":null,"subType":8,"bookingId":5512,"description":"Spa","status":"","qty":1,"amount":80.25,"lineTotal":80.25,"vatRate":7,"createdBy":1,"createTime":"2026-11-20T10:00:00Z"},{"id":992,"type":"charge","invoiceeId":null,"subType":8,"bookingId":5512,"description":"Late","status":"","qty":1,"amount":12.5,"lineTotal":12.5,"vatRate":7,"createdBy":1,"createTime":"2026-11-20T10:00:00Z"}]}]}',
		'bookingId {reservationId as number}, id {id}, amount {amount}, description {description}',
	],
	[
		'bokun',
		'{"bookingId":5512,"confirmationCode":"BOK-5512","currency":"EUR","totalPrice":92.75,"customer":{"id":3,"firstName":"Ada"},"extraBookings":[{"id":41,"extra":{"id":33,"title":"Spa","externalId":"SPA","free":false,"price":80.25},"unitCount":1,"unitPrice":80.25,"totalPrice":80.25,"startDate":1795215600000,"answers":[]},{"id":42,"extra":{"id":34,"title":"Late","externalId":"LCO","free":false,"price":12.5},"unitCount":1,"unitPrice":12.5,"totalPrice":12.5,"startDate":1795302000000,"answers":[]}]}',
		'id {id}, totalPrice {amount}, startDate {date as unixMilliseconds}, extra.externalId {reference}, extra.title {description}',
	],
	[
		'odoo',
		'[{"id":41,"order_id":[5512,"S5512"],"name":"Spa","display_name":"S5512 - Spa","sequence":10,"product_id":[7,"[SPA] Spa"],"product_uom_qty":1,"price_unit":75,"price_subtotal":75,"price_tax":5.25,"price_total":80.25,"discount":0,"state":"sale","scheduled_date":"2026-11-21 00:00:00","create_date":"2026-11-01 10:20:30","write_date":"2026-11-01 10:20:30","customer_lead":0},{"id":42,"order_id":[5512,"S5512"],"name":"Late","display_name":"S5512 - Late","sequence":11,"product_id":[8,"[LCO] Late"],"product_uom_qty":1,"price_unit":11.68,"price_subtotal":11.68,"price_tax":0.82,"price_total":12.5,"discount":0,"state":"sale","scheduled_date":"2026-11-22 00:00:00","create_date":"2026-11-01 10:20:30","write_date":"2026-11-01 10:20:30","customer_lead":0}]',
		'id {id}, price_total {amount}?, scheduled_date {date as yyyy-MM-dd HH:mm:ss}, name {description}',
	],
	[
		'xero',
		'{"Id":"e1","Status":"OK","DateTimeUTC":"/Date(1795215600000)/","Invoices":[{"Type":"ACCREC","InvoiceID":"inv-1","InvoiceNumber":"INV-1","Reference":"5512","AmountDue":92.75,"AmountPaid":0,"Contact":{"ContactID":"c1","Name":"Ada"},"DateString":"2026-11-21T00:00:00","Date":"/Date(1795215600000+0000)/","Status":"DRAFT","SubTotal":86.68,"TotalTax":6.07,"Total":92.75,"CurrencyCode":"EUR","LineItems":[{"LineItemID":"l-1","Description":"Spa","Quantity":1,"UnitAmount":80.25,"TaxType":"OUTPUT","TaxAmount":5.25,"LineAmount":80.25,"AccountCode":"4400","AccountID":"acc-1","Tracking":[],"ItemCode":"SPA"},{"LineItemID":"l-2","Description":"Late","Quantity":1,"UnitAmount":12.5,"TaxType":"OUTPUT","TaxAmount":0.82,"LineAmount":12.5,"AccountCode":"4410","AccountID":"acc-2","Tracking":[],"ItemCode":"LCO"}]}]}',
		'LineItemID {id}, LineAmount {amount}, AccountCode {accountCode}, Description {description}',
	],
	[
		'hostaway',
		'{"status":"success","count":2,"limit":100,"offset":0,"result":[{"id":77,"accountId":44,"listingMapId":9,"reservationId":5512,"type":"fee","subtype":"spa","name":"Spa","title":"Spa treatment","value":75,"total":80.25,"quantity":1,"isDeleted":0,"chargeDate":"2026-11-21","insertedOn":"2026-11-01 10:00:00","updatedOn":"2026-11-01 10:00:00"},{"id":78,"accountId":44,"listingMapId":9,"reservationId":5512,"type":"fee","subtype":"lco","name":"Late","title":"Late checkout","value":11.68,"total":12.5,"quantity":1,"isDeleted":0,"chargeDate":"2026-11-22","insertedOn":"2026-11-01 10:00:00","updatedOn":"2026-11-01 10:00:00"}]}',
		'reservationId {reservationId as number}, id {id}, total {amount}?, chargeDate {date}, name {description}',
	],
	[
		'edges',
		'{"data":{"charges":{"edges":[{"cursor":"k1","node":{"id":"gid://c/1","amount":{"amount":"12.50","currencyCode":"EUR"},"serviceDate":"2026-11-21","description":"Spa"}},{"cursor":"k2","node":{"id":"gid://c/2","amount":{"amount":"80.25","currencyCode":"EUR"},"serviceDate":"2026-11-22","description":"Late"}}],"pageInfo":{"hasNextPage":false,"endCursor":"k2"}}}}',
		'node.id {id}, node.amount.amount {amount as text}, node.serviceDate {date}, node.description {description}',
	],
	[
		'snakeCents',
		'{"line_items":[{"line_item_id":88123,"booking_id":5512,"guest_name":"Ada","amount_cents":1250,"tax_amount_cents":200,"service_date":1795215600,"created_at":1795000000,"label":"Spa","gl_code":4400,"bill_to":"ROOM"}]}',
		'booking_id {reservationId as number}, line_item_id {id}, amount_cents {amount as minorUnits}, service_date {date as unixSeconds}, bill_to {destinationAccount}, gl_code {accountCode as number}, label {description}',
	],
];
