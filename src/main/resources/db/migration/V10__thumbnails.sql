-- Until now a picture was drawn for each number; now there is one file of pictures, and the number chooses one of them.
update webtoon set thumbnail = '/thumbnails/pictures.svg#' || mod(id, 23) where thumbnail = '/thumbnails/' || id || '.svg';
