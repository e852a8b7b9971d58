create table share(region text, votes int, total int, percent real);
insert into share values ('north', 120, 1000, 12.0), ('south', 230, 1000, 23.0), ('east', 310, 1000, 31.0), ('west', 340, 1000, 34.0);
